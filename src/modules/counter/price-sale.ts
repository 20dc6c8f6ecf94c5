import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { refuseField } from '../../lib/refusal.ts'
import { quantityMax } from '../../orders/order.ts'
import { refuseUnavailable } from '../../orders/place-order.ts'
import { type CartRow, cartLinesSql, type OnlyLine } from '../../orders/place-order-sql.ts'
import { type PricedLine, priceLine } from '../../orders/price-line.ts'
import { findOrCreateFreeVariant } from './free-variant.ts'

export interface SaleLine {
  variant: string
  quantity: number
  choices: readonly string[]
}

export interface SaleGoods {
  standing: Pick<Standing, 'accountId' | 'mode'>
  lines: readonly SaleLine[]
  /** A typed amount, in whole rupiah; 0 for none. */
  free: number
  customerId: number
  now: Date
}

/** The current rows of a sale's goods, and that of a typed amount. */
export interface SaleRows {
  goods: CartRow[]
  /** The number of different goods in the sale; more than the rows if some do not exist. */
  wanted: number
  free: CartRow | null
}

/**
 * Prices the goods of a sale at current prices. Refuses `invalid_request` for goods that are not handed over by a
 * person, and `out_of_stock`.
 */
export async function priceSale(tx: Tx, sale: SaleGoods): Promise<PricedLine[]> {
  const rows = await readSaleRows(tx, sale)
  if (rows.free === null || rows.wanted > 0) refuseUnfit(rows)
  return toPricedLines(rows)
}

export async function readSaleRows(tx: Tx, { standing, lines, free, customerId, now }: SaleGoods): Promise<SaleRows> {
  const { accountId, mode } = standing
  const only = mergeLines(lines)
  const typed = free > 0 ? await findOrCreateFreeVariant(tx, accountId, now) : null
  const all = typed === null ? only : [...only, { variant: typed, quantity: 1, makings: [] }]
  const rows = await tx.query(cartLinesSql, { customerId, only: all, accountId, mode })
  if (typed === null) return { goods: rows, wanted: only.length, free: null }
  return { goods: rows.slice(0, -1), wanted: only.length, free: { ...rows.at(-1)!, price: free, groups: [] } }
}

export function toPricedLines({ goods, free }: Pick<SaleRows, 'goods' | 'free'>): PricedLine[] {
  return [...goods, ...(free ? [free] : [])].map(priceLine)
}

/** Returns whether a person hands them over. */
export function isHandedOver({ stock_mode }: Pick<CartRow, 'stock_mode'>): boolean {
  return stock_mode === 'counter' || stock_mode === 'unlimited'
}

export function checkNumber(path: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return
  throw refuseField(path, `is a whole number from ${min} to ${max}`, { code: 'out_of_range', min, max })
}

/** Merges lines into one per variant, as in an order. */
function mergeLines(lines: readonly SaleLine[]): OnlyLine[] {
  const merged = new Map<string, OnlyLine>()
  for (const { variant, quantity, choices } of lines) {
    const line = merged.get(variant) ?? { variant, quantity: 0, makings: [] }
    line.quantity += quantity
    line.makings.push({ choices: [...choices], quantity })
    merged.set(variant, line)
  }
  for (const { quantity } of merged.values()) checkNumber('cart', quantity, 1, quantityMax)
  return [...merged.values()]
}

function refuseUnfit({ goods, wanted }: SaleRows): void {
  refuseUnavailable(goods)
  if (goods.length < wanted) throw refuseField('cart', 'names a thing that is not sold here', 'not_found')
  if (!goods.every(isHandedOver))
    throw refuseField('cart', 'has goods that a machine hands over in a chat', 'not_allowed')
}
