import type { Loaded } from '@mikro-orm/core'
import { type Choice, type MakingProblem, readMaking } from '../../catalog/options/read-making.ts'
import { readOptions } from '../../catalog/options/read-options.ts'
import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import type { UnitsRequest } from '../../orders/cart/replace-cart.ts'

/** Units of a guest's cart with current prices and stock. */
export interface ShownUnits {
  variant: Loaded<Variant, 'stocks.orderable' | 'product.category.parent'>
  quantity: number
  choices: Choice[]
  /** The units as the browser stores them. */
  wanted: UnitsRequest
  name: string
  /** The total in whole rupiah, including options. */
  total: number
  problem: 'sold_out' | 'too_many' | MakingProblem | null
}

const wholeVariant = {
  populate: ['stocks.orderable', 'product.category.parent'],
  strategy: 'select-in',
} as const

/**
 * Reads the cart that a browser sends, without goods that are no longer sold, and without files, which are sent in
 * a chat. The order computes the prices again.
 */
export async function readUnits(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  requests: readonly UnitsRequest[],
): Promise<ShownUnits[]> {
  if (requests.length === 0) return []
  const em = app.em(scope)
  const ids = [...new Set(requests.map(({ variantId }) => variantId))]
  const sold = { publicId: { $in: ids }, isActive: true, stockMode: { $ne: 'file' as const } }
  const found = await em.find(Variant, sold, wholeVariant)
  const shown = found.filter(({ product }) => product.isShown())
  const groups = await readOptions(
    em,
    shown.map(({ product }) => product.id),
  )
  return requests.flatMap(one => {
    const variant = shown.find(({ publicId }) => publicId === one.variantId)
    if (!variant) return []
    const { choices, price, problem } = readMaking(groups.get(variant.product.id) ?? [], one.choices)
    const all = requests.filter(({ variantId }) => variantId === one.variantId)
    const sum = all.reduce((total, { quantity }) => total + quantity, 0)
    const short = !variant.isOrderable() ? 'sold_out' : variant.atMost(sum) < sum ? 'too_many' : null
    return {
      variant,
      quantity: one.quantity,
      choices,
      wanted: one,
      name: variant.fullName(),
      total: (variant.price + price) * one.quantity,
      problem: short ?? problem,
    }
  })
}
