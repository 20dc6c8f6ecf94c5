import type { Needs } from '../../needs.ts'
import type { Receipt } from '../../orders/receipts/find-receipt.ts'
import { CounterSale } from './counter-sale.ts'

/** Completes the receipt of a sale over a counter: it names no customer, and cash may have been given back. */
export async function completeReceipt(app: Needs<'em'>, receipt: Receipt): Promise<Receipt> {
  const { accountId, mode, orderNumber, refund } = receipt
  if (orderNumber === null) return receipt
  const sale = await app.em({ accountId, mode }).findOne(CounterSale, { order: { orderNumber } })
  if (!sale) return receipt
  const returned = sale.refundedAt && { amount: sale.total, at: sale.refundedAt }
  return { ...receipt, customer: null, refund: refund ?? returned }
}
