import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'
import { planMerchantNotices } from './plan-notices.ts'

export interface RefusedBot {
  id: number
  /** The account; null for the platform bot. */
  accountId: number | null
  username: string
  /** Identifies the token that Telegram refused, so that a newer one is not revoked by mistake. */
  sealedToken: string
}

/**
 * Stops a bot whose token Telegram refused until `addBot` supplies another, and notifies its owner through the platform
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
