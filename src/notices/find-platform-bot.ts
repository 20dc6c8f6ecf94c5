import type { EntityManager } from '@mikro-orm/postgresql'
import { Bot } from './bot.ts'

/** Returns the bot for merchants and users of the pages, in any scope; null until one exists. */
export function findPlatformBot(em: EntityManager): Promise<Bot | null> {
  return em.findOne(Bot, { account: null, state: 'active' }, { filters: { caller: false } })
}
