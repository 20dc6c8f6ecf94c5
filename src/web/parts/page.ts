import type { z } from 'zod'
import type { Html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { App } from '../../needs.ts'
import type { Act } from '../../people/membership.ts'
import type { Language } from './language.ts'
import type { DoneKey } from './outcome-texts.ts'
import type { PageRole, VisitOf } from './visit.ts'

/** One page: what it takes from its address, what it reads, how it looks, and what its forms do. */
export interface PageDefinition<Role extends PageRole, Input, Loaded, Forms> {
  /** With parameters as the router writes them: `/dashboard/payments/:invoice`. */
  path: string
  role: Role
  /** Whether the password of the last ten minutes is asked for before it is shown: for secrets. */
  isSecret?: boolean
  /** Parameters of the path and of the query together. Without a schema there are none. */
  input?: z.ZodType<Input>
  load(app: App, visit: VisitOf<Role>, input: Input): Promise<Loaded>
  view(shown: Shown<VisitOf<Role>, Input, Loaded>): View
  /** The acts of its forms, by the value of their button named `act`. */
  act?: { [Name in keyof Forms]: PageAct<VisitOf<Role>, Input, Forms[Name]> }
}

export interface PageAct<Visit, Input, Fields> {
  /** Where the form needs another role than the page. */
  role?: Act
  /** For money and secrets: the password of the last ten minutes is asked for, and the form goes on with it. */
  isSecret?: boolean
  fields?: z.ZodType<Fields>
  /** The largest file that may be sent with it, by a `largeForm`. Without this only text may. */
  fileBytesMax?: number
  /** Whether a large one goes to the disk, and comes as a `SentFile`. */
  takesLargeFile?: boolean
  /** The most text that may be sent with it, by a `largeForm`, where that is more than a form usually has. */
  textBytesMax?: number
  /** How many are run at once in this process; the others are told to come back, with one sentence and no page. */
  atOnceMax?: number
  /** For what cannot be taken back: the question to confirm before it is done, with what was typed. */
  confirm?(app: App, visit: Visit, fields: Fields, input: Input): Confirmation | Promise<Confirmation>
  /** Refusals are shown on the page above the form, with what was typed. */
  run(app: App, visit: Visit, fields: Fields, input: Input): Promise<Outcome>
}

/**
 * What a form leads to: another page, with a sentence about what was done, or a view of this one, as for a secret
 * shown once.
 */
export interface Outcome {
  /** A path of our own. Unset: the page itself. */
  to?: string
  done?: DoneKey
  view?: View
  /** The token of a session that begins here; null ends the one of this browser. */
  session?: string | null
  place?: { accountId: number; mode: 'live' | 'test' }
  /** What a sign-in at a provider has to bring back; null forgets it. */
  provider?: string | null
}

/** A question that is answered by its button, or by going back. */
export interface Confirmation {
  title: string
  text: string | Html
  button: string
  isDangerous?: boolean
  /** What is sent with the answer, beside what was typed. */
  fields?: Record<string, string>
}

export interface View {
  title: string
  /** What chats show under a shared link. */
  summary?: string
  body: Html
  /** Files of `assets/`. */
  script?: string | readonly string[]
  /** An address of another site that the browser is sent to. */
  leadsTo?: string
}

export interface Shown<Visit, Input, Loaded> {
  app: App
  visit: Visit
  input: Input
  loaded: Loaded
  language: Language
  /** An address on this installation. */
  to(path: string, query?: Record<string, string | undefined>): string
  /** The address of a file of `assets/`. */
  asset(name: string): string
  /** Why the form was not taken. */
  refusal: Refusal | null
  /** What was typed into it, but for secrets. */
  given: Record<string, string>
  fieldErrors: FieldError[]
}

/** The same without its types, for lists of pages. */
// biome-ignore lint/suspicious/noExplicitAny: each page has types of its own, which `page` has checked
export type AnyPage = PageDefinition<any, any, any, any>

/** Checks the types of a page. The sister of `endpoint` in the API. */
export function page<Role extends PageRole, Input = object, Loaded = object, Forms = object>(
  definition: PageDefinition<Role, Input, Loaded, Forms>,
): AnyPage {
  return definition as unknown as AnyPage
}
