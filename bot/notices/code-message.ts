import { Notice } from '../../src/notices/notice.ts'
import { makeDedupeKey } from '../../src/notices/plan-notices.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { closedView, endedView, toClosedPayment } from '../screens/payment.ts'
import type { Message } from '../telegram/message.ts'
import { makeVoice } from '../texts/voice.ts'
import type { NoticeReader } from './notice-view.ts'

interface EndedCode {
  invoiceId: string
  /** Whether the message only says that the code must not be paid. */
  isQuiet?: boolean | undefined
  /** Whether another invoice of the order changed, or the order itself. Only an existing message is updated then. */
  isOther?: boolean | undefined
}

/**
 * Returns the message of a code after an invoice has ended. One message may have held the codes of several invoices in
 * turn, so it shows the one that paid the order, or else the newest one. Returns null if that one can still be paid.
 */
export async function renderCodeMessage(
  reader: NoticeReader,
  order: WholeOrder,
  { invoiceId, isQuiet, isOther }: EndedCode,
): Promise<Message | null> {
  const { orderNumber, token, status, cardMessageId } = order
  const target = reader.edited?.messageId ?? cardMessageId
  const shown = shownIn(order, await readMessages(reader, order), { target, invoiceId })
  if (!shown || (shown.status === 'pending' && order.isUnpaid())) return null
  const found = await viewPayment(reader.app, shown.invoiceId)
  if (!found) return null
  const data = { orderNumber, token, payment: toClosedPayment(found), isPayable: status === 'pending' }
  const voice = makeVoice(reader)
  const view =
    isQuiet && found.status !== 'paid' ? closedView(data, reader.edited?.form, voice) : endedView(data, voice)
  return {
    ...view,
    ...(isOther ? { isEditOnly: true } : {}),
    // If it is unknown whether the code was sent, it may be in the card, or the card still announces it.
    ...(cardMessageId === null ? {} : { over: cardMessageId }),
  }
}

/** Returns the invoice that a message shows; null if the invoice of an older message is unknown. */
function shownIn(
  order: WholeOrder,
  messages: ReadonlyMap<string, number>,
  { target, invoiceId }: { target: number | null; invoiceId: string },
): Payment | null {
  const payments = order.invoices.$.map(({ payment }) => payment)
  const paying = order.isUnpaid() ? null : order.payment()
  const placeOf = (one: Payment) => messages.get(one.invoiceId) ?? order.cardMessageId
  const here =
    target === null
      ? payments.filter(one => one.invoiceId === invoiceId)
      : payments.filter(one => placeOf(one) === target)
  if (paying?.status === 'paid' && here.includes(paying)) return paying
  return here.at(-1) ?? null
}

/** Returns the messages in which codes of the order were sent, by the ids of their invoices. */
async function readMessages({ app, bot, chatId }: NoticeReader, order: WholeOrder): Promise<Map<string, number>> {
  const keys = new Map(
    order.invoices.$.map(({ payment: { invoiceId } }) => [
      makeDedupeKey({ kind: 'order.code', key: invoiceId }, { botId: bot.id, chatId }),
      invoiceId,
    ]),
  )
  const sent = await app
    .em({ accountId: order.accountId })
    .find(Notice, { dedupeKey: [...keys.keys()], messageId: { $ne: null } }, { fields: ['dedupeKey', 'messageId'] })
  return new Map(sent.map(notice => [keys.get(notice.dedupeKey)!, notice.messageId!]))
}
