import type { Tx } from '../../../database/transaction.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { PricedLine } from '../../../orders/price-line.ts'
import { isHanded, pricedLines, readSaleRows, type SaleRows, type WantedGoods } from '../price-sale.ts'
import { goodsTotal } from '../sell.ts'
import { offlineGoodsTotal, type SoldOffline } from './sold-offline.ts'
import { takenPrices } from './taken-prices.ts'

export interface PricedOffline {
  rows: SaleRows
  /** The lines of its order, at the prices that the customer paid. */
  paid: PricedLine[]
  /** The total at the shop's current prices, after the discount. */
  shopTotal: number
}

type Pricing = Omit<WantedGoods, 'lines' | 'free'> & { sold: SoldOffline }

/** Prices the goods of an offline sale at current prices; null if some goods or options no longer exist. */
export async function priceOfflineSale(tx: Tx, { sold, ...pricing }: Pricing): Promise<PricedOffline | null> {
  try {
    const lines = sold.lines.map(line => ({ ...line, choices: line.choices.map(({ key }) => key) }))
    const rows = await readSaleRows(tx, { ...pricing, lines, free: sold.free })
    const isWhole = rows.goods.length === rows.wanted && rows.goods.every(isHanded)
    if (!isWhole || (rows.wanted === 0 && rows.free === null)) return null
    const paid = pricedLines(takenPrices(rows, sold))
    return { rows, paid, shopTotal: goodsTotal(pricedLines(rows)) - sold.discount }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns whether the total matches the lines. An order has one price per item, while the lines may have several. */
export function isSumRight(sold: SoldOffline, priced: PricedOffline | null): boolean {
  const goods = offlineGoodsTotal(sold)
  return sold.total === goods - sold.discount && (priced === null || goodsTotal(priced.paid) === goods)
}
