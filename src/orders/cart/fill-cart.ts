import type { EntityManager } from '@mikro-orm/postgresql'
import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from '../customers/customer.ts'
import { quantityMax } from '../order.ts'
import type { Cart } from './cart.ts'
import { CartLine } from './cart-line.ts'
import { readCart } from './find-cart.ts'

/**
 * Sets the quantity of a variant in the customer's cart: 0 removes it, `null` empties the cart. Setting it again
 * changes nothing, so a press may be handled twice. Stock is only held when the order is placed.
 *
 * Refuses `not_found` (also for another shop's variant), `invalid_request` for a quantity.
 */
export async function fillCart(
  app: Needs<'em' | 'now'>,
  scope: Required<AccountScope>,
  customerId: number,
  line: { variantId: string; quantity: number } | null,
): Promise<Cart> {
  const { accountId } = scope
  const em = app.em(scope)
  if (line === null) await em.nativeDelete(CartLine, { customer: customerId })
  else if (line.quantity === 0) await removeLine(em, customerId, line.variantId)
  else await putLine(em, { accountId, customerId, addedAt: app.now() }, line)
  return readCart(app.em(scope), customerId)
}

/** Different goods in one cart. */
export const linesMax = 20

async function putLine(
  em: EntityManager,
  { accountId, customerId, addedAt }: { accountId: number; customerId: number; addedAt: Date },
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<void> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > quantityMax) {
    throw refuseField('quantity', `is 1 to ${quantityMax}`, { code: 'out_of_range', min: 1, max: quantityMax })
  }
  const variant = await em.findOne(Variant, { publicId: variantId, isActive: true, product: { isActive: true } })
  const isCustomer = (await em.count(Customer, { id: customerId })) === 1
  if (!variant || !isCustomer) throw new Refusal('not_found', 'There is no such product')
  await em
    .qb(CartLine)
    .insert({ customer: customerId, variant: variant.id, account: accountId, quantity, addedAt })
    .onConflict(['customer', 'variant'])
    .merge(['quantity'])
    .execute()
  if ((await em.count(CartLine, { customer: customerId })) > linesMax) {
    await removeLine(em, customerId, variantId)
    throw refuseField('cart', `holds ${linesMax} different goods at most`, { code: 'too_many', max: linesMax })
  }
}

async function removeLine(em: EntityManager, customerId: number, variantId: string): Promise<void> {
  const variant = await em.findOne(Variant, { publicId: variantId })
  if (variant) await em.nativeDelete(CartLine, { customer: customerId, variant: variant.id })
}
