import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Event, Reaction, Reactions } from '../../events/announce.ts'
import type { EventPayloads, EventType } from '../../events/payloads.ts'
import { statement } from '../../lib/statement.ts'
import { type Order, OrderInvoice } from '../../orders/order.ts'
import { CustomerMail, type MailStep } from './mail-wish.ts'

/** The channel of `Wake` for e-mail to customers. */
export const customerMailChannel = 'customer mail'

interface PlannedMail {
  /** The id of its event. */
  cause: string
  /** The order number or invoice id of a wish. */
  subject: string
  step: MailStep
  amount?: number | null
  createdAt: Date
}

/** Writes an e-mail for each cause for which a customer has a wish, in the transaction of the cause. */
export async function planMails(tx: Tx, mails: PlannedMail[]): Promise<void> {
  if (mails.length === 0) return
  const wishes = await tx.query(wishesSql, { subjects: mails.map(({ subject }) => subject) })
  const bySubject = new Map(wishes.map(wish => [wish.subject, wish]))
  const rows = mails.flatMap(({ cause, subject, step, amount = null, createdAt }) => {
    const wish = bySubject.get(subject)
    if (!wish) return []
    const facts = { account: wish.account_id, mode: wish.mode, subject, step, amount, once: `${cause} ${subject}` }
    return [{ ...facts, lastError: null, createdAt, nextAt: createdAt, endedAt: null }]
  })
  if (rows.length === 0) return
  await tx.em.upsertMany(CustomerMail, rows, { onConflictFields: ['once'], onConflictAction: 'ignore' })
  tx.wake(customerMailChannel)
}

// Every page of money runs this, and usually finds none.
const wishesSql = statement<{ subjects: string[] }, { subject: string; account_id: number; mode: Mode }>(`
  select subject, account_id, mode from customer_mail_wish where subject = any(:subjects)`)

type OrderType = Extract<EventType, `order.${string}`>

function ofOrder<Type extends OrderType>(
  step: MailStep,
  isNews: (payload: EventPayloads[Type]) => boolean = () => true,
): Reaction<Type> {
  return (tx, events) => {
    const news = events.filter(({ payload }) => isNews(payload as EventPayloads[Type]))
    return planMails(
      tx,
      news.map(({ id: cause, payload, createdAt }) => ({
        cause,
        subject: (payload as { orderNumber: string }).orderNumber,
        step,
        createdAt,
      })),
    )
  }
}

/** The e-mails to customers: for each event, one for the wish about its order or payment. */
export const mailReactions = {
  'order.paid': [ofOrder<'order.paid'>('paid')],
  'order.ready': [ofOrder<'order.ready'>('ready')],
  'order.shipped': [ofOrder<'order.shipped'>('shipped', ({ notify }) => notify)],
  'order.cancelled': [ofOrder<'order.cancelled'>('cancelled', ({ notify }) => notify)],
  'payment.paid': [
    (tx, events) =>
      planMails(
        tx,
        events.map(({ id: cause, payload, createdAt }) => ({
          cause,
          subject: payload.invoiceId,
          step: 'paid' as const,
          createdAt,
        })),
      ),
  ],
  'payment.refunded': [planRefunds],
} satisfies Partial<Reactions>

/** Plans e-mails about refunds; corrections are not announced to the customer. */
async function planRefunds(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const returned = events.filter(({ payload }) => payload.amount > 0)
  const invoices = returned.map(({ payload }) => payload.invoiceId)
  const ofOrders = await tx.em.find(OrderInvoice, { payment: { $in: invoices } }, { populate: ['order'] })
  const orders = new Map(
    ofOrders.map(({ payment, order }) => [payment.invoiceId, (order as unknown as Order).orderNumber]),
  )
  await planMails(
    tx,
    returned.map(({ id: cause, payload: { invoiceId, amount }, createdAt }) => ({
      cause,
      subject: orders.get(invoiceId) ?? invoiceId,
      step: 'refunded' as const,
      amount,
      createdAt,
    })),
  )
}
