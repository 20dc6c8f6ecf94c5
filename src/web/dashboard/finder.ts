import type { App } from '../../needs.ts'
import type { Act } from '../../people/membership.ts'
import type { Language } from '../parts/language.ts'
import type { Visit } from '../parts/visit.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** The kinds of objects that the global search finds. */
    finders: Finder
  }
}

/** A kind of objects that can be searched. */
export interface Finder {
  /** The position of its hits; lower ones come first. */
  order: number
  title: Record<Language, string>
  /** The act that a role has to include; `read` by default. */
  role?: Act
  /** Returns the best hits, in a time that does not depend on the number of rows. */
  find(app: App, visit: Visit, search: SearchInput): Promise<SearchHit[]>
}

export interface SearchInput {
  /** The trimmed text, of 2 to 200 characters. */
  text: string
  limit: number
}

export interface SearchHit {
  /** A path of this installation. */
  path: string
  title: string
  note?: string | null
  /** The amount in whole rupiah. */
  amount?: number
  at?: Date
}
