import { readMaking } from '../catalog/options/read-making.ts'
import { formatGoodsName } from '../catalog/product.ts'
import { reconcileMakings } from './cart/reconcile.ts'
import { refuseMaking } from './cart/refuse-making.ts'
import type { CartRow, ItemMakingRow, ItemRow } from './place-order-sql.ts'

/** A line with the surcharges of its options. */
export interface PricedLine {
  item: ItemRow
  makings: ItemMakingRow[]
}

/**
 * Returns a line with current prices and options. Refuses `out_of_stock` for an option that is sold out or removed, and
 * `invalid_request` if more, or fewer, must be chosen.
 */
export function priceLine(line: CartRow): PricedLine {
  const { groups, makings: wanted, asks, handovers, weight_g, is_shown, available, ...item } = line
  const name = formatGoodsName(line.product_name, line.variant_name)
  const makings: ItemMakingRow[] = []
  for (const { making, quantity } of reconcileMakings(line.quantity, wanted)) {
    const { choices, price, problem } = readMaking(groups, making?.choices ?? [])
    if (problem) throw refuseMaking(name, problem)
    const position = makings.length + 1
    if (choices.length > 0) makings.push({ variant_id: line.variant_id, position, quantity, price, choices })
  }
  const surcharge = makings.reduce((sum, making) => sum + making.price * making.quantity, 0)
  return { item: { ...item, surcharge }, makings }
}
