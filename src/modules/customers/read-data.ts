import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import { Review } from '../../orders/reviews/review.ts'
import { Payment } from '../../payments/payment.ts'
import { listAdditions } from '../../slots.ts'
import { findPersonRows } from './erase-customer.ts'
import { fileAllVisits } from './file-visits.ts'
import { findCard } from './find-card.ts'

/** Reads everything stored about a customer, to be handed to them on request, and logs the request. */
export async function readCustomerData(
  app: Needs<'freshly' | 'em' | 'transaction' | 'now' | 'slots' | 'calendar'>,
  cardId: number,
  { accountId, mode, ...by }: ModeActor,
): Promise<Record<string, unknown>> {
  const scope = { accountId, mode }
  await fileAllVisits(app, scope)
  const { card } = await findCard(app, scope, cardId)
  const em = app.em(scope)
  const person = await findPersonRows(em, cardId)
  const subject = `customer card ${cardId}`
  await app.transaction(scope, tx => recordAct(app, tx, { accountId, ...by, act: 'customer.shown', subject }))
  const time = (at: Date | null) => at && app.calendar.format(at)
  const orders = await em.find(Order, { orderNumber: { $in: person.orderNumbers } }, { populate: ['items'] })
  const payments = await em.find(Payment, { invoiceId: { $in: person.invoiceIds } })
  const people = await em.find(Customer, { id: { $in: person.customerIds } })
  const reviews = await em.find(Review, { order: { $in: orders.map(({ id }) => id) } })
  const { name, phone, note, tags, addresses, firstSeenAt, lastSeenAt } = card
  const data: Record<string, unknown> = {
    card: { name, phone, note, tags, addresses, first_seen_at: time(firstSeenAt), last_seen_at: time(lastSeenAt) },
    people: people.map(one => ({ name: one.name, phone: one.phone, address: one.address, language: one.language })),
    orders: orders.map(order => ({
      order_number: order.orderNumber,
      status: order.status,
      total: order.total,
      name: order.customerName,
      phone: order.customerPhone,
      address: order.address,
      note: order.note,
      seller_note: order.sellerNote,
      items: order.items.$.map(item => item.label()),
      created_at: time(order.createdAt),
    })),
    payments: payments.map(payment => ({
      invoice_id: payment.invoiceId,
      status: payment.status,
      amount: payment.finalAmount,
      refunded_amount: payment.refundedAmount,
      name: payment.customerName,
      phone: payment.customerPhone,
      email: payment.customerEmail,
      payer: payment.payerName,
      created_at: time(payment.createdAt),
    })),
    reviews: reviews.map(({ stars, text, createdAt }) => ({ stars, text, created_at: time(createdAt) })),
  }
  for (const { read } of listAdditions(app, 'personalRows')) Object.assign(data, await read?.(em, person))
  return data
}
