import { ref } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { dropPicture } from '../../goods/store-picture.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { planCustomerNotices } from '../../notices/plan-notices.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { storeTalkPicture, type TalkContent } from './store-talk-picture.ts'
import { TalkMessage, talkMs } from './talk-message.ts'

/**
 * Sends the merchant's answer to the customer who wrote message `talkId`, once for each `once`. Opens the talk on both
 * sides: for the customer, and for the merchant's chat `chatId`. Returns the customer's name. Refuses `not_found` for a
 * message of another account.
 */
export async function answerCustomer(
  app: Needs<'em' | 'transaction' | 'now' | 'config' | 'goods' | 'images'>,
  accountIds: number[],
  { talkId, chatId, text, picture, once }: TalkContent & { talkId: number; chatId: number },
): Promise<string> {
  const asked = await app.em({ accountIds }).findOne(TalkMessage, talkId, { populate: ['customer'] })
  if (!asked) throw notFound('message')
  const { mode, customer } = asked
  const accountId = asked.account.id
  const owner = { accountId, kind: 'from_merchant' as const, customerId: customer.id }
  const storageKey = await storeTalkPicture(app, owner, picture)
  const isWritten = await app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    if (await em.findOne(TalkMessage, { once })) return false
    const createdAt = app.now()
    const line = {
      account: ref(Account, accountId),
      mode,
      customer: ref(Customer, customer.id),
      from: 'merchant' as const,
      text,
      storageKey,
      once,
      createdAt,
    }
    const written = em.create(TalkMessage, line)
    const talkUntil = new Date(createdAt.getTime() + talkMs)
    await em.nativeUpdate(Customer, { id: customer.id }, { talkUntil })
    await em.nativeUpdate(MerchantChat, { account: accountId, chatId }, { talkId, talkUntil })
    await em.flush()
    await planCustomerNotices(tx, createdAt, [
      {
        kind: 'order.seller_wrote',
        accountId,
        customerId: customer.id,
        data: { talkId: written.id, mode },
        key: String(written.id),
      },
    ])
    return true
  })
  if (storageKey !== null && !isWritten) await dropPicture(app, accountId, storageKey)
  return customer.name
}
