import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import type { FindConcerned } from '../../events/owe-reaction.ts'
import { Order } from '../../orders/order.ts'
import { readInvoices } from '../../orders/order-goods.ts'
import { Referral } from './referral.ts'

const all = { filters: { caller: false } }

/** Returns the events of orders with a coupon, and of customers who were invited. */
export const findCouponEvents: FindConcerned = async (tx, events) => {
  const concerned: Event[] = []
  for (const event of events) {
    const order = await findOrder(tx, event)
    if (order && (await isConcerned(tx, order))) concerned.push(event)
  }
  return concerned
}

async function findOrder(tx: Tx, event: Event): Promise<Order | null> {
  if ('orderNumber' in event.payload) return tx.em.findOne(Order, { orderNumber: event.payload.orderNumber }, all)
  const [invoice] = event.type === 'payment.refunded' ? await readInvoices(tx, [event.payload.invoiceId]) : []
  return invoice ? tx.em.findOne(Order, { id: invoice.orderId }, all) : null
}

async function isConcerned({ em }: Tx, { couponCode, customerId }: Order): Promise<boolean> {
  return couponCode !== null || (await em.count(Referral, { invited: customerId }, all)) > 0
}
