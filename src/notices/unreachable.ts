import type { Needs } from '../needs.ts'
import { planMerchantNotices } from './plan-notices.ts'

/** A chat, and the notice that could not be sent to it, where it was one. */
export interface UnreachableChat {
  botId: number
  chatId: number
  accountId: number | null
  data?: Record<string, unknown>
}

const revivedAgeS = 30 * 86_400

/**
 * The person blocked the bot or left: they are marked, everything owed to them in this chat rests until they come back,
 * and the merchant is told when it concerned an order.
 */
export async function markUnreachable(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  notice: UnreachableChat,
  error: string,
): Promise<void> {
  const now = app.now()
  const { orderNumber } = (notice.data ?? {}) as { orderNumber?: string }
  await app.transaction('installation', async tx => {
    await tx.write(
      `update notice set state = 'blocked', ended_at = $3, last_error = $4, lease_token = null, leased_until = '-infinity'
       where bot_id = $1 and chat_id = $2 and state = 'pending'`,
      [notice.botId, notice.chatId, now, error],
    )
    await tx.write(
      `update merchant_chat m set blocked_at = coalesce(m.blocked_at, $2) from bot b
       where b.id = $3 and b.account_id is null and m.chat_id = $1`,
      [notice.chatId, now, notice.botId],
    )
    const customers = await tx.query<{ name: string | null }>(
      `update customer set blocked_at = coalesce(blocked_at, $3) where bot_id = $1 and chat_id = $2 returning name`,
      [notice.botId, notice.chatId, now],
    )
    if (orderNumber && notice.accountId !== null && customers[0]) {
      await planMerchantNotices(tx, now, [
        {
          accountId: notice.accountId,
          kind: 'merchant.customer_blocked',
          data: { orderNumber, customerName: customers[0].name ?? '' },
          key: `${orderNumber} ${now.toISOString()}`,
        },
      ])
    }
  })
  app.wake.notify('notices')
}

/** The person is back: what was owed to them meanwhile, 30 days at most, goes out now. Returns how many notices. */
export async function reviveNotices(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  chat: { botId: number; chatId: number },
): Promise<number> {
  const now = app.now()
  const revived = await app.sql.write(
    `update notice set state = 'pending', ended_at = null, next_at = $3
     where bot_id = $1 and chat_id = $2 and state = 'blocked' and created_at > $4`,
    [chat.botId, chat.chatId, now, new Date(now.getTime() - revivedAgeS * 1000)],
  )
  if (revived > 0) app.wake.notify('notices')
  return revived
}
