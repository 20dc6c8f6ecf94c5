import type { CartRow } from '../../../orders/place-order-sql.ts'
import type { SaleRows } from '../price-sale.ts'
import type { OfflineLine, OfflineSaleContent } from './sold-offline.ts'

/** Replaces the shop's prices of goods and options by those that a customer paid offline. */
export function applyDevicePrices({ goods, wanted, free }: SaleRows, sale: OfflineSaleContent): SaleRows {
  const variants = [...new Set(sale.lines.map(({ variant }) => variant))]
  return {
    goods: goods.map((row, index) =>
      atTakenPrices(
        row,
        sale.lines.filter(line => line.variant === variants[index]),
      ),
    ),
    wanted,
    free,
  }
}

function atTakenPrices(row: CartRow, lines: OfflineLine[]): CartRow {
  const paid = new Map(lines.flatMap(line => line.choices.map(({ key, price }) => [key, price])))
  const groups = row.groups.map(group => ({
    ...group,
    options: [...group.options].map(option => {
      const price = paid.get(`${group.key}:${option.key}`)
      // An option that is sold out now was available when it was sold.
      return price === undefined ? option : { ...option, price, isActive: true }
    }),
  }))
  return { ...row, price: lines[0]!.price, groups }
}
