import { ref } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { dropPicture } from '../../goods/store-picture.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { type CustomerNotice, planCustomerNotices } from '../../notices/plan-notices.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { storeTalkPicture, type TalkContent } from './store-talk-picture.ts'
import { TalkMessage, talkMs } from './talk-message.ts'

/**
 * Sends the merchant's answer to the customer who wrote message `talkId`, once for each `once`. Opens the conversation
 * for the customer, and for the merchant's chat `chatId`. Returns the customer's name. Refuses `not_found` for a
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
      messageId: null,
      once,
      createdAt,
    }
    const written = em.create(TalkMessage, line)
    const talkUntil = new Date(createdAt.getTime() + talkMs)
    await em.nativeUpdate(Customer, { id: customer.id }, { talkUntil })
    await em.nativeUpdate(MerchantChat, { account: accountId, chatId }, { talkId, talkUntil })
    await em.flush()
    await planCustomerNotices(tx, createdAt, [
      readNotice(asked),
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

/**
 * Shows the customer that the seller has read message `talkId`; once, however often the seller opens it. A message of
 * another account is ignored.
 */
export async function markRead(
  app: Needs<'em' | 'transaction' | 'now'>,
  accountIds: number[],
  talkId: number,
): Promise<void> {
  const said = await app.em({ accountIds }).findOne(TalkMessage, { id: talkId, from: 'customer' })
  if (!said) return
  const scope = { accountId: said.account.id, mode: said.mode }
  await app.transaction(scope, tx => planCustomerNotices(tx, app.now(), [readNotice(said)]))
}

function readNotice({ id, account, mode, customer }: TalkMessage): CustomerNotice {
  const data = { talkId: id, mode }
  return { kind: 'order.seller_read', accountId: account.id, customerId: customer.id, data, key: String(id) }
}
