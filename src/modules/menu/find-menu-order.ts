import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { findCustomerOrder, type WholeOrder } from '../../orders/find-order.ts'
import { Order } from '../../orders/order.ts'
import { hashGuest, MenuGuest } from './menu-guest.ts'

/**
 * Returns an order of a menu page by its secret token. Null for an unknown token, and for an order of another channel:
 * an order from a chat is shown only to its customer.
 */
export async function findMenuOrder(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  token: string,
): Promise<WholeOrder | null> {
  if (!/^[\w-]{22}$/.test(token)) return null
  const order = await app.em(scope).findOne(Order, { token, door: 'menu' })
  return order && findCustomerOrder(app, scope.accountId, order.customerId, token)
}

/**
 * Returns whether the customer has already ordered by this form. A repeated press is not priced again, because its
 * order may have used up its coupon and emptied its cart.
 */
export async function hasOrdered(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  { customerId, once }: { customerId: number | null; once: string },
): Promise<boolean> {
  return customerId !== null && (await app.em(scope).count(Order, { customer: customerId, once })) > 0
}

const shownMax = 3
const shownMs = 86_400_000

/** Returns the id of the customer whose browser this is; null if it never ordered. */
export async function findGuest(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  browser: string | undefined,
): Promise<number | null> {
  if (browser === undefined) return null
  const guest = await app.em(scope).findOne(MenuGuest, { browser: hashGuest(browser) })
  return guest?.customer.id ?? null
}

/** Returns the newest orders of a browser at this menu, for following them. */
export async function listGuestOrders(
  app: Needs<'em' | 'now'>,
  scope: Required<AccountScope>,
  browser: string,
): Promise<Order[]> {
  const customer = await findGuest(app, scope, browser)
  if (customer === null) return []
  const since = new Date(app.now().getTime() - shownMs)
  const where = { customer, status: { $ne: 'cancelled' as const }, createdAt: { $gt: since } }
  return app.em(scope).find(Order, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: shownMax })
}
