import { nullIfNotFound } from '../../src/lib/refusals/null-if-not-found.ts'
import { findCustomerOrder, type WholeOrder } from '../../src/orders/find-order.ts'
import type { ShopContext } from '../context.ts'
import { readId } from './buttons.ts'

/** Returns the order of a button or a link, if it belongs to this customer. */
export async function findOwnOrder(ctx: ShopContext, token: string | undefined): Promise<WholeOrder | null> {
  const readable = readId(token)
  if (!readable) return null
  return nullIfNotFound(findCustomerOrder(ctx.app, ctx.store.accountId, ctx.customer.id, readable))
}

/** Returns the customer's order, or replies that it does not exist. */
export async function findOwnOrderOrReply(ctx: ShopContext, token: string | undefined): Promise<WholeOrder | null> {
  const order = await findOwnOrder(ctx, token)
  if (!order) await ctx.alert(ctx.t.orderUnknown)
  return order
}
