import type { BoundedPool } from '../src/lib/bounded-pool.ts'
import type { Condition } from '../src/lib/find-due-sql.ts'
import type { App } from '../src/needs.ts'
import type { Messenger } from '../src/notices/messenger.ts'
import type { Bots } from './bots/bots.ts'

/** Work that runs on hints while its condition holds, and regularly in any case. */
export interface BackgroundWork extends Condition {
  channels?: string[]
  everyMs?: () => number
  work(): Promise<unknown>
  failure: string
  /** The pool that is drained when the bots stop. */
  pool: BoundedPool
}

/** The bots' own parts that send messages. */
export interface BotParts {
  app: App
  bots: Bots
  messenger: Messenger
}
