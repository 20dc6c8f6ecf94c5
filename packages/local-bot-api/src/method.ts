import type { Bot } from './bots.ts'
import type { Params } from './params.ts'
import type { Room } from './room.ts'

/** One call of a bot. */
export interface Call {
  room: Room
  bot: Bot
  params: Params
  /** Aborted when the bot hangs up. */
  signal: AbortSignal
  /** Set by a method that explains its result, as setWebhook does. */
  description?: string
}

export type Method = (call: Call) => Promise<unknown>
