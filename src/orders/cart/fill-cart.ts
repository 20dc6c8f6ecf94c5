import { readMaking } from '../../catalog/options/read-making.ts'
import { readOptions } from '../../catalog/options/read-options.ts'
import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { quantityMax } from '../order.ts'
import { lockCustomer } from '../place-order.ts'
import type { Cart } from './cart.ts'
import { CartLine } from './cart-line.ts'
import { CartMaking, makeMakingKey } from './cart-making.ts'
import { readCart, readMakings } from './find-cart.ts'
import { reconcileMakings } from './reconcile.ts'
import { refuseMaking } from './refuse-making.ts'

export interface CartChange {
  /** The variant's public id. */
  variantId: string
  /** The number of units with these choices; 0 removes them. */
  quantity: number
  /**
   * The keys of the options, each after that of its group, such as `milk:oat`. Unset: without options, which are asked
   * for later.
   */
  choices?: readonly string[] | undefined
  /** The key of existing units in the cart, whatever their options. Empty for those without options. */
  making?: string | undefined
  /** The key of units whose options are changed: the given ones replace them. Empty for those without options. */
  replaces?: string | undefined
}

/**
 * Sets the number of units of a variant in the customer's cart with given choices: 0 removes them, `null` empties the
 * cart. A second call changes nothing, so a press may be handled twice. Stock is only reserved when the order is
 * placed.
 *
 * Refuses `not_found` (also for another shop's variant), `invalid_request` for a quantity (`quantity`, `cart`) and for
 * choices that the product's groups do not allow (`options`), and `out_of_stock` for an option that is sold out.
 */
export async function fillCart(
  app: Needs<'em' | 'transaction' | 'now'>,
  scope: Required<AccountScope>,
  customerId: number,
  change: CartChange | null,
): Promise<Cart> {
  await app.transaction(scope, async tx => {
    // Otherwise two concurrent changes, or a change and an order, would each count the units of the other.
    await lockCustomer(tx, scope.accountId, customerId)
    if (change === null) await tx.em.nativeDelete(CartLine, { customer: customerId })
    else await changeLine(tx, { accountId: scope.accountId, customerId, addedAt: app.now() }, change)
  })
  return readCart(app.em(scope), customerId)
}

/** The maximum number of different goods in one cart. */
export const linesMax = 20

interface Owner {
  accountId: number
  customerId: number
  addedAt: Date
}

async function changeLine(tx: Tx, owner: Owner, change: CartChange): Promise<void> {
  const { variantId, quantity } = change
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > quantityMax) {
    throw refuseField('quantity', `is 1 to ${quantityMax}`, { code: 'out_of_range', min: 1, max: quantityMax })
  }
  const sold = quantity === 0 ? {} : { isActive: true, product: { isActive: true } }
  const variant = await tx.em.findOne(Variant, { publicId: variantId, ...sold }, { populate: ['product'] })
  if (!variant) {
    if (quantity === 0) return
    throw notFound('product')
  }
  if (change.choices !== undefined && quantity > 0) {
    const { id, name } = variant.product
    const made = readMaking((await readOptions(tx.em, [id])).get(id) ?? [], change.choices)
    if (made.problem) throw refuseMaking(name, made.problem)
  }
  await writeLine(tx, owner, variant.id, change)
}

// The line stores the sum of its units, which is all that version 1.0.0 knows.
async function writeLine({ em }: Tx, owner: Owner, variant: number, change: CartChange): Promise<void> {
  const { accountId, customerId: customer, addedAt } = owner
  const of = { customer, variant }
  const before = await em.findOne(CartLine, of)
  const makings = await readMakings(em, of)
  const shares = before ? reconcileMakings(before.quantity, makings) : []
  const wanted = unitsAfter(new Map(shares.map(share => [share.making?.key ?? '', share.quantity])), change)
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0)
  if (total > quantityMax) {
    throw refuseField('quantity', `is 1 to ${quantityMax}`, { code: 'out_of_range', min: 1, max: quantityMax })
  }
  if (total === 0) {
    await em.nativeDelete(CartLine, of)
    return
  }
  await em
    .qb(CartLine)
    .insert({ ...of, account: accountId, quantity: total, addedAt })
    .onConflict(['customer', 'variant'])
    .merge(['quantity'])
    .execute()
  await em.nativeDelete(CartMaking, { ...of, key: { $nin: [...wanted.keys()] } })
  const known = new Map(makings.map(making => [making.key, making]))
  for (const [key, quantity] of wanted) {
    if (key === '') continue
    const made = known.get(key)
    if (!made) {
      const choices = [...new Set(change.choices)]
      await em.insert(CartMaking, { ...of, key, account: accountId, choices, quantity, addedAt })
    } else if (made.quantity !== quantity) await em.nativeUpdate(CartMaking, { ...of, key }, { quantity })
  }
  if (!before && (await em.count(CartLine, { customer })) > linesMax) {
    throw refuseField('cart', `holds ${linesMax} different goods at most`, { code: 'too_many', max: linesMax })
  }
}

function unitsAfter(before: Map<string, number>, change: CartChange): Map<string, number> {
  const { quantity, choices = [], making, replaces } = change
  const after = new Map(before)
  const key = making ?? makeMakingKey(choices)
  if (replaces !== undefined && replaces !== key) {
    // It runs for the second time: the options were already changed.
    if (!after.delete(replaces) && after.has(key)) return after
    after.set(key, quantity + (before.get(key) ?? 0))
    return after
  }
  // Units that were removed from the cart are added again only with explicit choices.
  if (quantity === 0 || (making && !before.has(making))) after.delete(key)
  else after.set(key, quantity)
  return after
}
