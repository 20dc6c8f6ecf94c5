import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Needs } from '../needs.ts'
import { Customer } from '../orders/customers/customer.ts'
import { Order } from '../orders/order.ts'
import { Bot } from './bot.ts'
import { MerchantChat } from './merchant-chat.ts'
import { Notice } from './notice.ts'
import { planMerchantNotices } from './plan-notices.ts'

/** A chat, and the notice that could not be sent to it, if it was one. */
export interface UnreachableChat {
  botId: number
  chatId: number
  accountId: number | null
  data?: object
}

const revivedAgeS = 30 * 86_400

/**
 * Marks a chat whose person blocked the bot or left. All its pending notices pause until they return, and the merchant
 * is notified if one concerned an order.
 */
export async function markUnreachable(
  app: Needs<'transaction' | 'now' | 'wake'>,
  notice: UnreachableChat,
  error: string,
): Promise<void> {
  const now = app.now()
  const { orderNumber } = (notice.data ?? {}) as { orderNumber?: string }
  await app.transaction('installation', async tx => {
    const { em } = tx
    const { botId, chatId } = notice
    await em.nativeUpdate(
      Notice,
      { bot: botId, chatId, state: 'pending' },
      { state: 'blocked', endedAt: now, lastError: error, leaseToken: null, leasedUntil: raw<Date>("'-infinity'") },
    )
    const isPlatform = (await em.count(Bot, { id: botId, account: null })) > 0
    if (isPlatform) await em.nativeUpdate(MerchantChat, { chatId, blockedAt: null }, { blockedAt: now })
    await em.nativeUpdate(Customer, { botId, chatId, blockedAt: null }, { blockedAt: now })
    const customer = await em.findOne(Customer, { botId, chatId })
    if (orderNumber && notice.accountId !== null && customer) {
      await planMerchantNotices(tx, now, [
        {
          accountId: notice.accountId,
          kind: 'merchant.customer_blocked',
          data: { orderNumber, customerName: customer.name, isTest: await isTestOrder(em, orderNumber) },
          key: `${orderNumber} ${now.toISOString()}`,
        },
      ])
    }
  })
}

async function isTestOrder(em: EntityManager, orderNumber: string): Promise<boolean> {
  return (await em.count(Order, { orderNumber, mode: 'test' })) > 0
}

/**
 * Resumes the notices of a chat whose person has returned, except those older than 30 days. Returns the number of
 * notices.
 */
export async function reviveNotices(
  app: Needs<'transaction' | 'now' | 'wake'>,
  chat: { botId: number; chatId: number },
): Promise<number> {
  const now = app.now()
  const since = new Date(now.getTime() - revivedAgeS * 1000)
  const owed = { bot: chat.botId, chatId: chat.chatId, state: 'blocked' as const, createdAt: { $gt: since } }
  const change = { state: 'pending' as const, endedAt: null, nextAt: now }
  const revived = await app.transaction('installation', tx => updateInOrder(tx, Notice, owed, change))
  if (revived > 0) app.wake.notify('notices')
  return revived
}
