import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'
import { planMerchantNotices } from './plan-notices.ts'

export interface RefusedBot {
  id: number
  /** Null for the platform bot. */
  accountId: number | null
  username: string
  /** Says which token it was that Telegram refused: one that was replaced meanwhile is not meant. */
  sealedToken: string
}

/**
 * Telegram refused the bot's token: it rests until `addBot` brings another, and its owner is told through the platform
 * bot.
 */
export async function revokeBot(
  app: Needs<'transaction' | 'now' | 'log'>,
  { id, accountId, username, sealedToken }: RefusedBot,
): Promise<void> {
  const isRevoked = await app.transaction('installation', async tx => {
    const revokedAt = new Date()
    const refused = { id, state: 'active' as const, sealedToken }
    if ((await tx.em.nativeUpdate(Bot, refused, { state: 'revoked', revokedAt })) === 0) return false
    if (accountId !== null) {
      const key = `bot ${id} revoked ${revokedAt.toISOString()}`
      const { mode } = await tx.em.findOneOrFail(Bot, id)
      const data = { username, isTest: mode === 'test' }
      const notice = { accountId, kind: 'merchant.bot_revoked' as const, data, key }
      await planMerchantNotices(tx, app.now(), [notice])
    }
    tx.wake('bots')
    return true
  })
  if (!isRevoked) return
  app.log.error({ bot: id, username }, 'Telegram refuses the token of a bot, which rests until it has a new one')
}
