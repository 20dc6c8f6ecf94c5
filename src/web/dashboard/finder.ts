import type { App } from '../../needs.ts'
import type { Act } from '../../people/membership.ts'
import type { Language } from '../parts/language.ts'
import type { Visit } from '../parts/visit.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Kinds of things that the search over everything finds. */
    finders: Finder
  }
}

/** One kind of things that can be searched for. */
export interface Finder {
  /** The lower one is shown first. */
  order: number
  title: Record<Language, string>
  /** The act that a role has to include; `read` by default. */
  role?: Act
  /** Returns the best hits, in a time that does not depend on how many rows there are. */
  find(app: App, visit: Visit, search: SearchInput): Promise<Hit[]>
}

export interface SearchInput {
  /** Trimmed, of 2 to 200 characters. */
  text: string
  limit: number
}

export interface Hit {
  /** A path of this installation. */
  path: string
  title: string
  note?: string | null
  /** Whole rupiah. */
  amount?: number
  at?: Date
}
