import type { Needs } from '../needs.ts'
import { findReceipt, type Receipt } from '../orders/receipts/find-receipt.ts'
import { CounterSale } from './counter-sale.ts'

/** As `findReceipt`, and it knows of sales over a counter: to nobody by name, and whether cash was given back. */
export async function findSoldReceipt(app: Needs<'em' | 'seal'>, token: string): Promise<Receipt | null> {
  const receipt = await findReceipt(app, token)
  if (!receipt || receipt.orderNumber === null) return receipt
  const { accountId, mode, orderNumber, refund } = receipt
  const sale = await app.em({ accountId, mode }).findOne(CounterSale, { order: { orderNumber } })
  if (!sale) return receipt
  const returned = sale.refundedAt && { amount: sale.total, at: sale.refundedAt }
  return { ...receipt, customer: null, refund: refund ?? returned }
}
