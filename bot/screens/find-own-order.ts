import { Refusal } from '../../src/lib/refusal.ts'
import { findCustomerOrder, type WholeOrder } from '../../src/orders/find-order.ts'
import type { ShopContext } from '../context.ts'
import { readId } from './buttons.ts'

/** The order behind a button or a link, where it is this customer's own. */
export async function findOwnOrder(ctx: ShopContext, token: string | undefined): Promise<WholeOrder | null> {
  const readable = readId(token)
  if (!readable) return null
  try {
    return await findCustomerOrder(ctx.app, ctx.store.accountId, ctx.customer.id, readable)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
