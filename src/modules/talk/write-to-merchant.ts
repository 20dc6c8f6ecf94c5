import { ref } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../../accounts/account.ts'
import type { Mode } from '../../database/scope.ts'
import { dropPicture } from '../../goods/store-picture.ts'
import type { Needs } from '../../needs.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { planMerchantNotices } from '../../notices/plan-notices.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { storeTalkPicture, type TalkContent } from './store-talk-picture.ts'
import { TalkMessage, talkMs } from './talk-message.ts'

/**
 * Sends a customer's message to every chat of the merchant, once for each `once`, and opens their conversation. Returns
 * false if the merchant has linked no chat.
 */
export async function writeToMerchant(
  app: Needs<'em' | 'transaction' | 'now' | 'config' | 'goods' | 'images'>,
  { accountId, mode, customerId }: { accountId: number; mode: Mode; customerId: number },
  { text, picture, once, messageId = null }: TalkContent & { messageId?: number | null },
): Promise<boolean> {
  const storageKey = await storeTalkPicture(app, { accountId, kind: 'from_customer', customerId }, picture)
  const { isBrought, isWritten } = await app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    if ((await em.count(MerchantChat, { blockedAt: null })) === 0) return { isBrought: false, isWritten: false }
    if (await em.findOne(TalkMessage, { once })) return { isBrought: true, isWritten: false }
    const createdAt = app.now()
    const customer = ref(Customer, customerId)
    const line = {
      account: ref(Account, accountId),
      mode,
      customer,
      from: 'customer' as const,
      text,
      storageKey,
      messageId,
      once,
      createdAt,
    }
    const written = em.create(TalkMessage, line)
    await leaveOtherTalks(em, customerId)
    await em.nativeUpdate(Customer, { id: customerId }, { talkUntil: new Date(createdAt.getTime() + talkMs) })
    await em.flush()
    const data = { talkId: written.id, mode }
    await planMerchantNotices(tx, createdAt, [
      { kind: 'merchant.customer_wrote', accountId, data, key: String(written.id) },
    ])
    return { isBrought: true, isWritten: true }
  })
  if (storageKey !== null && !isWritten) await dropPicture(app, accountId, storageKey)
  return isBrought
}

// A merchant who reads this message next may answer it without a button, so no other conversation may remain open.
async function leaveOtherTalks(em: EntityManager, customerId: number): Promise<void> {
  const talking = await em.find(MerchantChat, { talkId: { $ne: null } })
  const ids = talking.map(({ talkId }) => talkId!)
  if (ids.length === 0) return
  const others = await em.find(TalkMessage, { id: { $in: ids }, customer: { $ne: customerId } })
  const left = { talkId: null, talkUntil: null }
  await em.nativeUpdate(MerchantChat, { talkId: { $in: others.map(({ id }) => id) } }, left)
}
