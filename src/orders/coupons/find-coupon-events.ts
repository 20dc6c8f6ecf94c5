import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import type { FindConcerned } from '../../events/owe-reaction.ts'
import { Order, OrderInvoice } from '../order.ts'
import { Referral } from './referral.ts'

/** Picks the events of orders that have a coupon, and of customers who came by an invitation. */
export const findCouponEvents: FindConcerned = async (tx, events) => {
  const concerned: Event[] = []
  for (const event of events) if (await isConcerned(tx, event)) concerned.push(event)
  return concerned
}

async function isConcerned({ em }: Tx, event: Event): Promise<boolean> {
  const all = { filters: { caller: false } }
  if (event.type === 'referral.rewarded') return true
  const invoice =
    event.type === 'payment.refunded'
      ? await em.findOne(OrderInvoice, { payment: event.subject }, { ...all, populate: ['order'] })
      : null
  const order = invoice
    ? invoice.order.unwrap()
    : 'orderNumber' in event.payload
      ? await em.findOne(Order, { orderNumber: event.payload.orderNumber }, all)
      : null
  if (!order) return false
  return order.couponCode !== null || (await em.count(Referral, { invited: order.customerId }, all)) > 0
}
