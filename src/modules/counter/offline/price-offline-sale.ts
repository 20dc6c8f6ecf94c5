import type { Tx } from '../../../database/transaction.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { PricedLine } from '../../../orders/price-line.ts'
import { isHandedOver, readSaleRows, type SaleGoods, type SaleRows, toPricedLines } from '../price-sale.ts'
import { sumGoods } from '../sell.ts'
import { applyDevicePrices } from './apply-device-prices.ts'
import { computeOfflineGoodsTotal, type OfflineSaleContent } from './sold-offline.ts'

export interface PricedOfflineSale {
  rows: SaleRows
  /** The lines of its order, at the prices that the customer paid. */
  paid: PricedLine[]
  /** The total at the shop's current prices, after the discount. */
  shopTotal: number
}

type Pricing = Omit<SaleGoods, 'lines' | 'free'> & { sold: OfflineSaleContent }

/** Prices the goods of an offline sale at current prices; null if some goods or options no longer exist. */
export async function priceOfflineSale(tx: Tx, { sold, ...pricing }: Pricing): Promise<PricedOfflineSale | null> {
  try {
    const lines = sold.lines.map(line => ({ ...line, choices: line.choices.map(({ key }) => key) }))
    const rows = await readSaleRows(tx, { ...pricing, lines, free: sold.free })
    const isWhole = rows.goods.length === rows.wanted && rows.goods.every(isHandedOver)
    if (!isWhole || (rows.wanted === 0 && rows.free === null)) return null
    const paid = toPricedLines(applyDevicePrices(rows, sold))
    return { rows, paid, shopTotal: sumGoods(toPricedLines(rows)) - sold.discount }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns whether the total matches the lines. An order has one price per item, while the lines may have several. */
export function isSumRight(sale: OfflineSaleContent, pricedSale: PricedOfflineSale | null): boolean {
  const goods = computeOfflineGoodsTotal(sale)
  return sale.total === goods - sale.discount && (pricedSale === null || sumGoods(pricedSale.paid) === goods)
}
