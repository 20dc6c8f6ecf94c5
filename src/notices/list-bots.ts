import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'

/** Returns the active bots of these accounts, always in the same order. */
export function listBots(app: Needs<'em'>, accountIds: number[]): Promise<Bot[]> {
  return app.em({ accountIds }).find(Bot, { state: 'active' }, { orderBy: { id: 'asc' } })
}
