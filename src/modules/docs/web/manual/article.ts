/** An article of the manual, for people who do not code. Text between asterisks is a label on the screen. */
export interface Article {
  title: string
  /** Its purpose, in a sentence. */
  lead: string
  steps: readonly Step[]
  /** Further useful facts; may be empty. */
  notes: readonly string[]
}

export interface Step {
  text: string
  /** The page for this step: a path of this installation, and the text of the link. */
  link?: readonly [path: string, words: string]
}

export const articleSlugs = [
  'open-a-shop',
  'first-money',
  'customer-says-paid',
  'money-back',
  'closing-time',
  'new-phone',
  'options',
  'zones',
  'menu',
  'counter',
  'soundbox',
  'bills',
  'statistics',
  'alerts',
  'customers',
  'search',
  'shop-rules',
  'team',
] as const

export type ArticleSlug = (typeof articleSlugs)[number]
