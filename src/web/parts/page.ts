import type Koa from 'koa'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import type { Act, SensitiveKind } from '../../people/membership.ts'
import type { ShownError } from './forms.ts'
import type { Language } from './language.ts'
import type { DoneKey } from './outcome-texts.ts'
import type { PageRole, VisitOf } from './visit.ts'

/** One page: its input, the data it loads, its view, and the acts of its forms. */
export interface PageDefinition<Role extends PageRole, Input, Loaded, Forms> {
  /** The path, with parameters in the router's syntax: `/dashboard/payments/:invoice`. */
  path: string
  role: Role
  /** Whether the page shows secrets, and requires that the password was entered within ten minutes. */
  isSecret?: boolean
  /** The parameters of the path and query together; without a schema the page takes none. */
  input?: z.ZodType<Input>
  load(app: App, visit: VisitOf<Role>, input: Input): Promise<Loaded>
  view(view: ViewContext<VisitOf<Role>, Input, Loaded>): View
  /** Renders the view if `load` refuses `not_found`, for a page with its own text. */
  missing?(language: Language): View
  /** The acts of its forms, by the value of their button named `act`. */
  act?: { [Name in keyof Forms]: PageAct<VisitOf<Role>, Input, Forms[Name]> }
}

export interface PageAct<Visit, Input, Fields> {
  /** The role that the form requires, if it differs from the page's. */
  role?: Act
  /**
   * Set for money and secrets: the form is interrupted by a prompt for the password unless it was entered within ten
   * minutes.
   */
  isSecret?: boolean
  fields?: z.ZodType<Fields>
  /** The maximum size of a file sent by a `largeForm`; by default no files are accepted. */
  fileBytesMax?: number
  /** The number of files that its single file field accepts, the second as `<name>_2`; 1 by default. */
  filesMax?: number
  /** Whether a large file is written to disk, and passed as a `SentFile`. */
  takesLargeFile?: boolean
  /** The size limit of text sent by a `largeForm`, if it is higher than usual. */
  textBytesMax?: number
  /** The maximum number of concurrent runs in this process; further ones are refused with a sentence and no page. */
  atOnceMax?: number
  /** Returns the question to confirm an act that cannot be undone, before it runs. */
  confirm?(app: App, visit: Visit, fields: Fields, input: Input): Confirmation | Promise<Confirmation>
  /** Set for an act that the account may limit by member, besides the role. */
  sensitive?: SensitiveAct<Visit, Input, Fields>
  /** Runs the act. Refusals are shown on the page above the form, with the entered values. */
  run(app: App, visit: Visit, fields: Fields, input: Input): Promise<Outcome>
}

export interface SensitiveAct<Visit, Input, Fields> {
  /** Returns all kinds of the act; nothing for a form that changes none of them. */
  kindsOf(fields: Fields): readonly SensitiveKind[]
  /** Returns the amount of a refund in whole rupiah; undefined for the entire remainder. */
  amountOf?(
    fields: Fields,
    place: { app: App; visit: Visit; input: Input },
  ): number | undefined | Promise<number | undefined>
}

/**
 * The result of a form: a redirect with a message about the change, or a view, such as for a secret that is shown once.
 */
export interface Outcome {
  /** A path of our own; by default the page itself. */
  to?: string
  done?: DoneKey
  view?: View
  /** The token of a session that starts here; null ends this browser's session. */
  session?: string | null
  place?: { accountId: number; mode: 'live' | 'test' }
  /** The state that a sign-in at a provider has to return; null clears it. */
  provider?: string | null
  /** Sets the page's own cookies. */
  writeCookies?(config: Config, ctx: Koa.Context): void
}

/** A question that is answered by its button, or by going back. */
export interface Confirmation {
  title: string
  text: string | Html
  button: string
  isDangerous?: boolean
  /** Fields sent with the answer, besides those of the form. */
  fields?: Record<string, string>
}

export interface View {
  title: string
  /** The description that chats show under a shared link. */
  summary?: string
  body: Html
  /** The scripts, files of `assets/`. */
  script?: string | readonly string[]
  /** A style sheet besides that of all pages. */
  sheet?: string
  /** An address of another site to which the browser is redirected. */
  leadsTo?: string
}

export interface ViewContext<Visit, Input, Loaded> {
  app: App
  visit: Visit
  input: Input
  loaded: Loaded
  language: Language
  /** Returns an address on this installation. */
  to(path: string, query?: Record<string, string | undefined>): string
  /** Returns the address of a file of `assets/`. */
  asset(name: string): string
  /** Why the form was refused; null if it was not. */
  refusal: Refusal | null
  /** The values entered into it, without secrets. */
  given: Record<string, string>
  fieldErrors: ShownError[]
}

/** A page definition without its types, for lists of pages. */
// biome-ignore lint/suspicious/noExplicitAny: each page has types of its own, which `definePage` has checked
export type AnyPage = PageDefinition<any, any, any, any>

/** Checks the types of a page, as `endpoint` does in the API. */
export function definePage<Role extends PageRole, Input = object, Loaded = object, Forms = object>(
  definition: PageDefinition<Role, Input, Loaded, Forms>,
): AnyPage {
  return definition as unknown as AnyPage
}
