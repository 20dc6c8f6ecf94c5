import type { Loaded } from '@mikro-orm/core'
import type { Mode, Scope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Order } from './order.ts'

/** An order with its items, their goods, and its invoices. */
export type WholeOrder = Loaded<
  Order,
  'items.units' | 'items.makings' | 'items.file' | 'items.content' | 'invoices.payment'
>

const populate = ['items.units', 'items.makings', 'items.file', 'items.content', 'invoices.payment'] as const

/**
 * Returns one order of the account with all its relations. Without `mode` an order of either mode is found. Refuses
 * `not_found`, with the same message for an unknown one and another account's.
 */
export async function findOrder(
  app: Needs<'em'>,
  { accountId, mode }: { accountId: number; mode?: Mode },
  orderNumber: string,
): Promise<WholeOrder> {
  return readOrder(app, { accountId, mode: mode ?? 'both' }, { orderNumber })
}

/** Returns an order of this customer, by its token. Refuses `not_found`. */
export async function findCustomerOrder(
  app: Needs<'em'>,
  accountId: number,
  customerId: number,
  token: string,
): Promise<WholeOrder> {
  return readOrder(app, { accountId, mode: 'both' }, { token, customer: customerId })
}

/** Returns the order of a payment; null if the payment has none. */
export async function findOrderOfPayment(
  app: Needs<'em'>,
  { accountId, invoiceId }: { accountId: number; invoiceId: string },
): Promise<WholeOrder | null> {
  const where = { invoices: { payment: invoiceId } }
  const found = await app.em({ accountId, mode: 'both' }).findOne(Order, where, { fields: ['orderNumber'] })
  // Read again, because this condition loads only the matching invoice.
  return found && findOrder(app, { accountId }, found.orderNumber)
}

async function readOrder(
  app: Needs<'em'>,
  scope: Scope,
  where: { orderNumber?: string; token?: string; customer?: number },
): Promise<WholeOrder> {
  const order = await app.em(scope).findOne(Order, where, { populate, strategy: 'select-in' })
  if (!order) throw notFound('order')
  return order
}
