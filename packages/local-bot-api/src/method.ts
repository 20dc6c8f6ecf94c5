import type { Bot } from './bots.ts'
import type { Params } from './params.ts'
import type { Room } from './room.ts'

/** One call of a bot. */
export interface Call {
  room: Room
  bot: Bot
  params: Params
  /** A signal that is aborted when the bot hangs up. */
  signal: AbortSignal
  /** The explanation of a result, as setWebhook gives one. */
  description?: string
}

export type Method = (call: Call) => Promise<unknown>
