import type { EntityManager } from '@mikro-orm/postgresql'
import { readOptions } from '../../catalog/options/read-options.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from '../customers/customer.ts'
import { Cart } from './cart.ts'
import { CartLine } from './cart-line.ts'
import { CartMaking } from './cart-making.ts'

/**
 * Returns the customer's cart with current prices and stock. Refuses `not_found` if the account has no such customer.
 */
export async function findCart(app: Needs<'em'>, scope: Required<AccountScope>, customerId: number): Promise<Cart> {
  return readCart(app.em(scope), customerId)
}

export async function readCart(em: EntityManager, customerId: number): Promise<Cart> {
  const customer = await em.findOne(Customer, { id: customerId })
  if (!customer) throw notFound('customer')
  const lines = await em.find(
    CartLine,
    { customer: customerId },
    {
      populate: ['variant.stocks.orderable', 'variant.product.category.parent'],
      strategy: 'select-in',
      orderBy: { addedAt: 'asc', variant: 'asc' },
    },
  )
  const makings = lines.length === 0 ? [] : await readMakings(em, { customer: customerId })
  const groups = await readOptions(
    em,
    lines.map(({ variant }) => variant.product.id),
  )
  return new Cart(customer, { lines, makings, groups })
}

/** Reads the options of a cart or of one of its lines, oldest first. */
export function readMakings(em: EntityManager, filter: { customer: number; variant?: number }): Promise<CartMaking[]> {
  return em.find(CartMaking, filter, { orderBy: { addedAt: 'asc', key: 'asc' } })
}
