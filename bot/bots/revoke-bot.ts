import type { Needs } from '../../src/needs.ts'
import { planMerchantNotices } from '../../src/notices/plan-notices.ts'
import type { BotRow } from '../context.ts'

/** Telegram refused the bot's token: it rests until `addBot` brings another, and its owner is told through the platform bot. */
export async function revokeBot(
  app: Needs<'sql' | 'transaction' | 'now' | 'log' | 'wake'>,
  bot: BotRow & { sealedToken: string },
): Promise<void> {
  const revoked = await app.transaction('installation', async tx => {
    const [row] = await tx.query<{ revokedAt: Date }>(
      `update bot set state = 'revoked', revoked_at = now() where id = $1 and state = 'active' and sealed_token = $2
       returning revoked_at as "revokedAt"`,
      [bot.id, bot.sealedToken],
    )
    if (row && bot.accountId !== null) {
      await planMerchantNotices(tx, app.now(), [
        {
          accountId: bot.accountId,
          kind: 'merchant.bot_revoked',
          data: { username: bot.username },
          key: `bot ${bot.id} revoked ${row.revokedAt.toISOString()}`,
        },
      ])
    }
    return row !== undefined
  })
  if (!revoked) return
  app.log.error(
    { bot: bot.id, username: bot.username },
    'Telegram refuses the token of a bot, which rests until it has a new one',
  )
  for (const channel of ['bots', 'notices']) app.wake.notify(channel)
}
