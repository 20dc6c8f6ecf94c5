import type Router from '@koa/router'
import type { NoticeViews } from '../../bot/notices/notice-view.ts'
import type { PlatformScreen, ShopScreen, TakeShopUpdate } from '../../bot/screens/screen.ts'
import type { BotParts, Work } from '../../bot/work.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { Commands } from '../commands/command.ts'
import type { ArchivedTable } from '../database/archived-table.ts'
import type { Entities } from '../database/open.ts'
import type { EventPlan, Reactions } from '../events/announce.ts'
import type { PresentOutward } from '../events/outward.ts'
import type { FindConcerned } from '../events/owe-reaction.ts'
import type { AddedSweeps } from '../jobs/schedule.ts'
import type { App } from '../needs.ts'
import type { Filled } from '../slots.ts'
import type { AnyDownload } from '../web/parts/download.ts'
import type { Language } from '../web/parts/language.ts'
import type { AnyPage } from '../web/parts/page.ts'

/** A feature that can be switched off, and deleted with its folder: everything that it adds to the core. */
export interface Module {
  /** The name of its folder, and its word in MODULES. */
  name: string
  /** A line for `warung modules`. */
  summary: string
  /** The modules that it imports, and without which it is not switched on. */
  needs?: readonly string[]
  /** Whether it is off unless MODULES names it or is `all`. */
  isOffByDefault?: boolean

  /** Its tables. The schema and the archive have them while the module is off, too. */
  entities?: Entities
  /** How its tables go into an archive, by their names. */
  archivedTables?: Readonly<Record<string, ArchivedTable>>
  /** Its tables that stay behind, each with the reason. */
  leftOutTables?: Readonly<Record<string, string>>
  /** The words of its acts in the audit log, which are shown while it is off, too. */
  auditTexts?: Record<Language, Readonly<Record<string, string>>>
  /**
   * Counts the work that would be left alone if the module were off, by its name in the plural. The module may be off
   * if every count is zero.
   */
  countOpen?(app: App): Promise<Record<string, number>>

  /** Paths of the API, and the path of the core after which the documents list them; unset: at the end. */
  endpoints?: readonly Endpoint[]
  endpointsAfter?: string
  /** Pages of the dashboard, including those of operators. */
  pages?: readonly AnyPage[]
  downloads?: readonly AnyDownload[]
  /** Pages of customers and devices, which have routers of their own. */
  routers?(app: App): readonly ModuleRouter[]

  /** Recurring work of the role jobs. */
  sweeps?: AddedSweeps
  /** Plans what receivers outside the shop are sent of events, whatever their type. One module alone has it. */
  eventPlan?(app: { present: PresentOutward; slots: Filled }): EventPlan
  /** Consequences of events. They run before the core's own, or in the place of `ofModules` in its row. */
  reactions?: Partial<Reactions>
  /**
   * Picks the events to which it would react: a reaction is owed for these alone while it is off. All by default, so a
   * module that reacts to payments names its own.
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
  botWork?(parts: BotParts): readonly Work[]

  /** `npm run warung -- ...` */
  commands?: Commands
  /** Additions about its rows, by the name of the slot. They are read while it is off, too. */
  facts?: Filled
  /** Additions to the pages and screens of the core, by the name of the slot. */
  slots?: Filled
}

/** A router, and what ends its open connections when the process stops. */
export interface ModuleRouter {
  router: Router
  close?(): void
}
