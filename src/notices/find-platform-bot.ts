import type { EntityManager } from '@mikro-orm/postgresql'
import { Bot } from './bot.ts'

/** Returns the bot that merchants and users of the pages have a chat with, in any scope; null while there is none. */
export function findPlatformBot(em: EntityManager): Promise<Bot | null> {
  return em.findOne(Bot, { account: null, state: 'active' }, { filters: { caller: false } })
}
