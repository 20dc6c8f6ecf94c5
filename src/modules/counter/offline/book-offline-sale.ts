import type { Tx } from '../../../database/transaction.ts'
import type { Needs } from '../../../needs.ts'
import type { Order } from '../../../orders/order.ts'
import { readItems } from '../../../orders/order-goods.ts'
import { pricedLines, readSaleRows } from '../price-sale.ts'
import { onceOf } from '../sell.ts'
import { type SaleDraft, writeSale } from '../write-sale.ts'
import type { SoldOffline } from './sold-offline.ts'
import { takenPrices } from './taken-prices.ts'

type Booking = Pick<SaleDraft, 'standing' | 'deviceId' | 'customer' | 'shift'> & {
  key: string
  sold: SoldOffline
  /** Books the sum as a typed amount, for goods that cannot be priced. */
  isAmountOnly?: boolean
}

/**
 * Books a sale in cash at what the customer paid. Goods that are not there are marked as missing: the customer has them
 * already, so another customer's are.
 */
export async function bookOfflineSale(
  app: Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>,
  tx: Tx,
  { standing, customer, key, sold, isAmountOnly = false, ...where }: Booking,
): Promise<{ order: Order; isShort: boolean }> {
  const goods = isAmountOnly
    ? { lines: [], free: sold.total }
    : { lines: sold.lines.map(line => ({ ...line, choices: line.choices.map(choice => choice.key) })), free: sold.free }
  const rows = await readSaleRows(tx, { standing, ...goods, customerId: customer.id, now: app.now() })
  const order = await writeSale(app, tx, {
    ...where,
    standing,
    customer,
    priced: pricedLines(isAmountOnly ? rows : takenPrices(rows, sold)),
    total: sold.total,
    discount: isAmountOnly ? 0 : sold.discount,
    once: onceOf(key),
    note: sold.note?.trim() || null,
    phone: null,
    customerName: null,
    tableNumber: null,
    method: 'cash',
    cashGiven: Math.max(sold.cashGiven, sold.total),
    mayBeShort: true,
  })
  const items = await readItems(tx, [order])
  return { order, isShort: items.some(({ stockState }) => stockState === 'short') }
}
