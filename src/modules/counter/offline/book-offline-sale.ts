import type { Tx } from '../../../database/transaction.ts'
import type { Needs } from '../../../needs.ts'
import type { Order } from '../../../orders/order.ts'
import { readItems } from '../../../orders/order-goods.ts'
import { priceSale } from '../price-sale.ts'
import { makeSaleOnceKey } from '../sell.ts'
import { type SaleDraft, writeSale } from '../write-sale.ts'
import type { OfflineReason } from './offline-sale.ts'
import { priceOfflineSale } from './price-offline-sale.ts'
import type { OfflineSaleContent } from './sold-offline.ts'

type Booking = Pick<SaleDraft, 'standing' | 'deviceId' | 'customer' | 'shift'> & {
  key: string
  sold: OfflineSaleContent
  /** Whether to book the sum as a typed amount. */
  isAmountOnly?: boolean
}

/**
 * Books a cash sale at the price that the customer paid. Missing stock is recorded as a shortage: the customer already
 * has the goods, so another customer's are missing. Goods that cannot be priced are booked as a typed amount. Returns
 * the differences that the owner should know.
 */
export async function bookOfflineSale(
  app: Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>,
  tx: Tx,
  { standing, customer, key, sold, isAmountOnly = false, ...where }: Booking,
): Promise<{ order: Order; noted: OfflineReason[] }> {
  const wanted = { standing, customerId: customer.id, now: app.now() }
  const goods = isAmountOnly ? null : await priceOfflineSale(tx, { ...wanted, sold })
  const order = await writeSale(app, tx, {
    ...where,
    standing,
    customer,
    priced: goods?.paid ?? (await priceSale(tx, { ...wanted, lines: [], free: sold.total })),
    total: sold.total,
    discount: goods ? sold.discount : 0,
    once: makeSaleOnceKey(key),
    note: sold.note?.trim() || null,
    phone: null,
    customerName: null,
    tableNumber: null,
    method: 'cash',
    cashGiven: Math.max(sold.cashGiven, sold.total),
    mayBeShort: true,
  })
  const noted: OfflineReason[] = isAmountOnly || goods ? [] : ['goods']
  const items = await readItems(tx, [order])
  if (items.some(({ stockState }) => stockState === 'short')) noted.push('shortage')
  return { order, noted }
}
