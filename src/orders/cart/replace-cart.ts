import { Variant } from '../../catalog/product.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import { quantityMax } from '../order.ts'
import { CartLine } from './cart-line.ts'
import { CartMaking, makeMakingKey } from './cart-making.ts'
import { linesMax } from './fill-cart.ts'

/** A number of units with the same options. The ids and choices are those of `fillCart`. */
export interface UnitsRequest {
  variantId: string
  quantity: number
  choices: readonly string[]
}

interface Owner {
  accountId: number
  customerId: number
  addedAt: Date
}

/**
 * Replaces the customer's cart, in the transaction that orders it; the order checks availability and prices. Refuses
 * `not_found`, also for another shop's variant, and `invalid_request` (`quantity`, `cart`).
 */
export async function replaceCart({ em }: Tx, owner: Owner, units: readonly UnitsRequest[]): Promise<void> {
  const { accountId, customerId: customer, addedAt } = owner
  const byVariant = Map.groupBy(units, ({ variantId }) => variantId)
  if (byVariant.size > linesMax) {
    throw refuseField('cart', `holds ${linesMax} different goods at most`, { code: 'too_many', max: linesMax })
  }
  const variants = await em.find(Variant, { publicId: { $in: [...byVariant.keys()] } })
  await em.nativeDelete(CartLine, { customer })
  let second = 0
  for (const [variantId, units] of byVariant) {
    const variant = variants.find(({ publicId }) => publicId === variantId)?.id
    if (variant === undefined) throw notFound('product')
    const makings = Map.groupBy(units, ({ choices }) => makeMakingKey(choices))
    const of = { customer, variant, account: accountId }
    // Sequential times, so that the order keeps the cart's sequence.
    const at = new Date(addedAt.getTime() + second++)
    await em.insert(CartLine, { ...of, quantity: sumUnits(units), addedAt: at })
    for (const [key, alike] of makings) {
      const choices = [...new Set(alike[0]!.choices)]
      if (key !== '') await em.insert(CartMaking, { ...of, key, choices, quantity: sumUnits(alike), addedAt: at })
    }
  }
}

function sumUnits(units: readonly UnitsRequest[]): number {
  const sum = units.reduce((total, { quantity }) => total + quantity, 0)
  if (units.every(({ quantity }) => Number.isInteger(quantity) && quantity > 0) && sum <= quantityMax) return sum
  throw refuseField('quantity', `is 1 to ${quantityMax}`, { code: 'out_of_range', min: 1, max: quantityMax })
}
