import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from './config.ts'
import type { Connectors } from './connectors/index.ts'
import type { BatchQuery } from './database/batcher.ts'
import type { Scope } from './database/scope.ts'
import type { SlowReads } from './database/slow-reads.ts'
import type { Transact } from './database/transaction.ts'
import type { Reactions } from './events/announce.ts'
import type { OutwardCatalogue } from './events/outward.ts'
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
import type { FilledSlots } from './slots.ts'

/** Everything that a use case may need. `app.ts` creates it once; tests create it with their own clock. */
export interface App extends SlowReads {
  config: Config
  /** Returns a fresh fork that reads and writes only the rows of this scope. It does not flush before it reads. */
  em(scope: Scope): EntityManager
  /** Runs entities and statements on one connection, committed together. */
  transaction: Transact
  sql: Database
  /** Runs a query, batched with those of concurrent requests; inside a transaction it runs alone. */
  ask: BatchQuery
  /** Returns the business time, which determines expiry, retry schedules and the late window. */
  now(): Date
  calendar: Calendar
  log: Log
  goods: GoodsStore
  seal: Seal
  /** The source of the keys of `seal`. */
  keyRing: KeyRing
  outbound: Outbound
  /** The mailer; null if the installation has no SMTP server. */
  mailer: Mailer | null
  connectors: Connectors
  edition: Edition
  reactions: Reactions
  /** The modules' additions to the core. */
  slots: FilledSlots
  /** The events that webhooks can receive. */
  outward: OutwardCatalogue
  wake: Wake
  images: ImageReader
  /** Room for large bodies of requests. */
  uploads: Uploads
}

export type Needs<Part extends keyof App> = Pick<App, Part>
