import { Variant } from '../../catalog/product.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { refuseField } from '../../lib/refusal.ts'
import { type CartRow, cartLinesSql, type OnlyLine } from '../../orders/place-order-sql.ts'
import { type PricedLine, priceLine } from '../../orders/price-line.ts'

/** An item of a request, with keys from the catalogue. */
export interface BillItem {
  /** The product's key. */
  product: string
  /** The variant's key; optional if the product has only one variant. */
  variant?: string | undefined
  /** From 1 to 99; the limit applies to a variant in all items together. */
  quantity: number
  /** The keys of the options, each after that of its group, such as `milk:oat`. */
  choices?: readonly string[] | undefined
}

/** The maximum number of items on one bill. */
export const itemsMax = 20
export const quantityMax = 99

/**
 * Prices the items of a bill from the current catalogue; stock is checked when the bill is opened. Items of the same
 * variant are merged into one line.
 *
 * Refuses `invalid_request`, naming each item by its index: `items.0.product`, `items.0.variant`, `items.0.quantity`;
 * and `options` or `out_of_stock` for choices that the product does not allow, or that are sold out.
 */
export async function priceItems(
  tx: Tx,
  { accountId, mode }: Standing,
  items: readonly BillItem[],
): Promise<PricedLine[]> {
  if (items.length === 0) throw refuseField('items', 'has nothing in it', 'empty')
  if (items.length > itemsMax)
    throw refuseField('items', `has ${itemsMax} goods at most`, { code: 'too_many', max: itemsMax })
  const found = await tx.em.find(
    Variant,
    { product: { key: items.map(({ product }) => product) } },
    { populate: ['product'], orderBy: { position: 'asc', id: 'asc' } },
  )
  const chosen = items.map((item, at) => findVariant(found, item, at))
  const only = mergeLines(items, chosen)
  // No cart is read.
  const rows = await tx.query(cartLinesSql, { customerId: 0, only, accountId, mode })
  for (const row of rows)
    refuseUnsold(
      row,
      chosen.findIndex(({ id }) => id === row.variant_id),
    )
  return rows.map(priceLine)
}

type FoundVariant = Pick<Variant, 'id' | 'key' | 'publicId'> & { product: { key: string } }

function findVariant(rows: readonly unknown[], { product, variant: key }: BillItem, at: number): FoundVariant {
  const variants = (rows as FoundVariant[]).filter(one => one.product.key === product)
  if (variants.length === 0) throw refuseField(`items.${at}.product`, 'is no product of this shop', 'not_found')
  const one = variants.length === 1 && key === undefined ? variants[0] : variants.find(each => each.key === key)
  if (one) return one
  const values = variants.map(each => each.key)
  throw refuseField(`items.${at}.variant`, `is one of ${values.join(', ')}`, { code: 'not_one_of', values })
}

/** Merges items into one line per variant, as in an order. */
function mergeLines(items: readonly BillItem[], chosen: readonly FoundVariant[]): OnlyLine[] {
  const lines = new Map<string, OnlyLine>()
  for (const [at, { quantity, choices = [] }] of items.entries()) {
    const { publicId } = chosen[at]!
    const line = lines.get(publicId) ?? { variant: publicId, quantity: 0, makings: [] }
    line.quantity += quantity
    line.makings.push({ choices: [...choices], quantity })
    lines.set(publicId, line)
    const isWhole = Number.isSafeInteger(quantity) && quantity > 0 && line.quantity <= quantityMax
    if (isWhole) continue
    const range = { code: 'out_of_range', min: 1, max: quantityMax } as const
    throw refuseField(`items.${at}.quantity`, `is a whole number from 1 to ${quantityMax}`, range)
  }
  return [...lines.values()]
}

function refuseUnsold({ is_shown, stock_mode }: CartRow, at: number): void {
  if (!is_shown) throw refuseField(`items.${at}.product`, 'is not for sale now', 'not_allowed')
  if (stock_mode !== 'counter' && stock_mode !== 'unlimited')
    throw refuseField(`items.${at}.product`, 'is handed over by a machine, in a chat', 'not_allowed')
}

export function sumLines(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { item }) => sum + item.price * item.quantity + item.surcharge, 0)
}
