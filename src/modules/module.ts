import type Router from '@koa/router'
import type { NoticeViews } from '../../bot/notices/notice-view.ts'
import type { PlatformScreen, ShopScreen, TakeShopUpdate } from '../../bot/screens/screen.ts'
import type { BackgroundWork, BotParts } from '../../bot/work.ts'
import type { OutwardAdditions } from '../api/dialects/outward-row.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { Commands } from '../commands/command.ts'
import type { ArchivedTable } from '../database/archived-table.ts'
import type { Entities } from '../database/open.ts'
import type { EventPlan, Reactions } from '../events/announce.ts'
import type { OutwardCatalogue } from '../events/outward.ts'
import type { FindConcerned } from '../events/owe-reaction.ts'
import type { ModuleSweeps } from '../jobs/schedule.ts'
import type { App } from '../needs.ts'
import type { FilledSlots } from '../slots.ts'
import type { AnyDownload } from '../web/parts/download.ts'
import type { Language } from '../web/parts/language.ts'
import type { AnyPage } from '../web/parts/page.ts'

/** A feature that can be disabled, or deleted with its folder: everything that it adds to the core. */
export interface Module {
  /** The name of its folder, which is also its name in MODULES. */
  name: string
  /** A description for `warung modules`. */
  summary: string
  /** The modules that it imports, and without which it cannot be enabled. */
  needs?: readonly string[]
  /** Whether it is disabled unless MODULES names it or is `all`. */
  isOffByDefault?: boolean

  /** Its tables. The schema and the archive include them even if the module is disabled. */
  entities?: Entities
  /** How its tables are archived, by name. */
  archivedTables?: Readonly<Record<string, ArchivedTable>>
  /** Its tables that are not archived, each with the reason. */
  leftOutTables?: Readonly<Record<string, string>>
  /** The texts for its acts in the audit log, which are shown even if it is disabled. */
  auditTexts?: Record<Language, Readonly<Record<string, string>>>
  /**
   * Counts the work that would be abandoned if the module were disabled, by a plural name. The module may be disabled
   * if every count is zero.
   */
  countOpen?(app: App): Promise<Record<string, number>>

  /** Its API endpoints, each with the path of the core after which the documents list it; by default at the end. */
  endpoints?: readonly Endpoint[]
  endpointsAfter?: string
  /** Pages of the dashboard, including those of operators. */
  pages?: readonly AnyPage[]
  downloads?: readonly AnyDownload[]
  /** Pages for customers and devices, which have their own routers. */
  routers?(app: App): readonly ModuleRouter[]

  /** The documents of the API as pages and files. Its endpoints are those of the core and of all enabled modules. */
  documents?(app: App, parts: DocumentedApi): { pages: readonly AnyPage[]; router: Router }

  /** Recurring work of the role jobs. */
  sweeps?: ModuleSweeps
  /** Plans the events for receivers outside the shop, of all types. Only one module has it. */
  eventPlan?(app: { outward: OutwardCatalogue }): EventPlan
  /** Its events for webhooks. Their texts are shown even if it is disabled. */
  outward?: OutwardAdditions
  /** Reactions to events. They run before the core's own, or in the place of `markModuleReactions` in its row. */
  reactions?: Partial<Reactions>
  /**
   * Returns the events to which it would react, which are the only ones owed while it is disabled. All by default, so a
   * module that reacts to payments should select its own.
   */
  findConcerned?: FindConcerned

  /** Screens of shops' bots. */
  shopScreens?: readonly ShopScreen[]
  /** Screens of the platform bot. */
  platformScreens?: readonly PlatformScreen[]
  takeShopUpdate?: TakeShopUpdate
  /** The messages of its notices. */
  noticeViews?: Partial<NoticeViews>
  /** Outgoing messages that no update caused. */
  botWork?(parts: BotParts): readonly BackgroundWork[]

  /** Loads its commands of `npm run warung -- ...`, which a shop never needs. */
  loadCommands?(): Promise<Commands>
  /** Additions about its rows, by the name of the slot. They are used even if it is disabled. */
  facts?: FilledSlots
  /** Additions to the pages and screens of the core, by the name of the slot. */
  slots?: FilledSlots
}

/** The OpenAPI documents by dialect. */
export type ApiDocuments = Readonly<Record<'detailed' | 'simple' | 'client', object>>

export interface DocumentedApi {
  documents: ApiDocuments
  /** Returns the key to fill in if the visitor may use the demo, otherwise an empty text. */
  demoKey(): string
}

/** A router with a function that ends its open connections when the process stops. */
export interface ModuleRouter {
  router: Router
  close?(): void
}
