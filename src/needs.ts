import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from './config.ts'
import type { Connectors } from './connectors/index.ts'
import type { BatchQuery } from './database/batcher.ts'
import type { Scope } from './database/scope.ts'
import type { SlowReads } from './database/slow-reads.ts'
import type { Transact } from './database/transaction.ts'
import type { Reactions } from './events/announce.ts'
import type { OutwardType, PresentOutward } from './events/outward.ts'
import type { GoodsStore } from './goods/goods-store.ts'
import type { Uploads } from './http/uploads.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Calendar } from './lib/calendar.ts'
import type { Log } from './lib/log.ts'
import type { Outbound } from './lib/outbound.ts'
import type { Seal } from './lib/seal.ts'
import type { Database } from './lib/sql.ts'
import type { Wake } from './lib/wake.ts'
import type { Edition } from './methods/edition.ts'
import type { Mailer } from './people/mail/mailer.ts'
import type { ImageReader } from './qris/read-image.ts'
import type { Filled } from './slots.ts'

/** Everything that a use-case may ask for. `app.ts` builds it once; tests build it with a clock of their own. */
export interface App extends SlowReads {
  config: Config
  /** A fresh fork that reads and writes the rows of this scope alone. Not flushed before it reads. */
  em(scope: Scope): EntityManager
  /** Entities and statements on one connection, committed together. */
  transaction: Transact
  sql: Database
  /** Asks by a statement that requests share which come at once; outside of a transaction alone. */
  ask: BatchQuery
  /** Business time: expiry, retry schedules, the late window. */
  now(): Date
  calendar: Calendar
  log: Log
  goods: GoodsStore
  seal: Seal
  /** Where the keys of `seal` come from. */
  keyRing: KeyRing
  outbound: Outbound
  /** Null if the installation has no SMTP server. */
  mailer: Mailer | null
  connectors: Connectors
  edition: Edition
  reactions: Reactions
  /** Additions of modules to the core. */
  slots: Filled
  /** Presents the data of an event that webhooks receive. */
  present: PresentOutward
  /** Returns the data of an invented event of a type. */
  exampleOf(type: OutwardType): object
  wake: Wake
  images: ImageReader
  /** Room for large bodies of requests. */
  uploads: Uploads
}

export type Needs<Part extends keyof App> = Pick<App, Part>
