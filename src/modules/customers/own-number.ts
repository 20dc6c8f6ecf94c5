import type { Loaded } from '@mikro-orm/core'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import { Payment } from '../../payments/payment.ts'
import { CustomerKey, CustomerVisit } from './customer-card.ts'
import { eraseCustomer } from './erase-customer.ts'
import { fileAllVisits, keyOfPhone } from './file-visits.ts'
import { splitCard } from './merge-cards.ts'
import type { OwnNumber } from './phone-code.ts'

const shownMax = 100

export interface NumberData {
  orders: Loaded<Order, 'items'>[]
  /** The payments that are for no order. */
  payments: Payment[]
  /** As they were typed with this number. */
  names: string[]
  addresses: string[]
}

/**
 * Returns what was ordered and paid with a proved number. What else is on the same card, such as the orders of a chat
 * or of a number that the merchant merged, is not its owner's to see.
 */
export async function findNumberData(
  app: Needs<'transaction' | 'em' | 'now'>,
  { accountId, mode, digits }: OwnNumber,
): Promise<NumberData> {
  await fileAllVisits(app, { accountId, mode })
  const em = app.em({ accountId, mode })
  const newest = { orderBy: { createdAt: 'desc' }, limit: shownMax } as const
  const visits = await em.find(CustomerVisit, { key: keyOfPhone(digits) }, newest)
  const subjects = visits.map(({ subject }) => subject)
  const orderBy = { createdAt: 'desc' } as const
  const orders = await em.find(Order, { orderNumber: { $in: subjects } }, { populate: ['items'], orderBy })
  const payments = await em.find(Payment, { invoiceId: { $in: subjects } }, { orderBy })
  const names = [...orders, ...payments].flatMap(({ customerName }) => customerName ?? [])
  const addresses = orders.flatMap(({ address }) => address ?? [])
  return { orders, payments, names: [...new Set(names)], addresses: [...new Set(addresses)] }
}

/**
 * Deletes the data of what was ordered and paid with a proved number, and nothing else that is on the same card.
 * Refuses `not_found` if there is nothing, and `refused_transition` while an order is open.
 */
export async function eraseNumber(
  app: Parameters<typeof eraseCustomer>[0],
  { accountId, mode, digits }: OwnNumber,
): Promise<void> {
  const by = { accountId, mode, actor: 'customer by phone code' }
  await fileAllVisits(app, { accountId, mode })
  const em = app.em({ accountId, mode })
  const key = keyOfPhone(digits)
  const own = await em.findOne(CustomerKey, { key })
  if (!own) throw notFound('customer')
  const cardId = own.card.id
  const isAlone = (await em.count(CustomerKey, { card: cardId })) === 1
  await eraseCustomer(app, isAlone ? cardId : await splitCard(app, { cardId, key }, by), by)
}
