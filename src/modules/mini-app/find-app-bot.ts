import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Bot } from '../../notices/bot.ts'

/** A shop's bot whose Mini App is open. */
export interface AppBot {
  id: number
  accountId: number
  mode: Mode
  username: string
  sealedToken: string
}

/**
 * Finds the shop's bot of an address, of any account. Null for the platform bot, for one with a revoked token, and for
 * a suspended account.
 */
export async function findAppBot(app: Needs<'em'>, id: string): Promise<AppBot | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const shop = { id: Number(id), state: 'active' as const, account: { isActive: true } }
  const bot = await app.em('installation').findOne(Bot, shop)
  if (!bot || bot.accountId === null) return null
  const { accountId, mode, username, sealedToken } = bot
  return { id: bot.id, accountId, mode, username, sealedToken }
}

/** Finds the installation's bot for merchants; null for another id, or if its token was revoked. */
export async function findPlatformBot(app: Needs<'em'>, id: string): Promise<Bot | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const bot = await app.em('installation').findOne(Bot, { id: Number(id), state: 'active' })
  return bot?.accountId === null ? bot : null
}
