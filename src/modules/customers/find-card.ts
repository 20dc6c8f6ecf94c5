import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { ListedOrder } from '../../orders/list-orders.ts'
import { Order } from '../../orders/order.ts'
import { Payment } from '../../payments/payment.ts'
import { CustomerCard, CustomerKey, CustomerVisit } from './customer-card.ts'

/** A card with all its content. */
export interface WholeCard {
  card: CustomerCard
  keys: CustomerKey[]
  /** Newest first, including payments without an order. */
  orders: ListedOrder[]
  payments: Payment[]
  /** The number of orders and payments; `kept` is the amount paid and not refunded, in whole rupiah. */
  visits: number
  total: number
}

const shownMax = 50
const summedMax = 5_000
const populated = { populate: ['items.makings', 'invoices.payment'], strategy: 'select-in' } as const

/**
 * Returns one card with its newest orders and payments, from the primary because it may have been filed just now.
 * Refuses `not_found`.
 */
export async function findCard(
  app: Needs<'freshly'>,
  scope: Required<AccountScope>,
  cardId: number,
): Promise<WholeCard> {
  return app.freshly(async reads => {
    const em = reads.em(scope)
    const card = await em.findOne(CustomerCard, cardId)
    if (!card) throw notFound('customer')
    const newest = { orderBy: { createdAt: 'desc' }, limit: summedMax } as const
    const visits = await em.find(CustomerVisit, { card: cardId }, newest)
    const subjects = visits.map(({ subject }) => subject)
    const shown = { $in: subjects.slice(0, shownMax) }
    const orderBy = { createdAt: 'desc' } as const
    return {
      card,
      keys: await em.find(CustomerKey, { card: cardId }, { orderBy: { key: 'asc' } }),
      orders: await em.find(Order, { orderNumber: shown }, { ...populated, orderBy }),
      payments: await em.find(Payment, { invoiceId: shown }, { orderBy }),
      visits: await em.count(CustomerVisit, { card: cardId }),
      total: await sumKept(em, subjects),
    }
  }, scope)
}

/**
 * Returns the sum paid for orders and payments and not refunded. Cash at a counter has no payment, so its order counts.
 */
async function sumKept(em: EntityManager, subjects: string[]): Promise<number> {
  const fields = ['total', 'paidVia', 'paidAt', 'status', 'invoices.payment'] as const
  const paid = { orderNumber: { $in: subjects }, paidAt: { $ne: null } }
  const orders = await em.find(Order, paid, { populate: ['invoices.payment'], strategy: 'select-in', fields })
  const payments = await em.find(Payment, { invoiceId: { $in: subjects }, status: 'paid' })
  let sum = payments.reduce((total, payment) => total + payment.kept(), 0)
  for (const { total, invoices } of orders) {
    const ofOrder = invoices.$.map(({ payment }) => payment as unknown as Payment).filter(one => one.status === 'paid')
    sum += ofOrder.length === 0 ? total : ofOrder.reduce((all, payment) => all + payment.kept(), 0)
  }
  return sum
}
