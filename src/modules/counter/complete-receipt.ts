import type { Needs } from '../../needs.ts'
import type { Receipt } from '../../orders/receipts/find-receipt.ts'
import { CashReturn } from './cash-return.ts'
import { CounterSale } from './counter-sale.ts'

/** Completes the receipt of a counter sale, which names no customer and may include cash refunds. */
export async function completeReceipt(app: Needs<'em'>, receipt: Receipt): Promise<Receipt> {
  const { accountId, mode, orderNumber, refund } = receipt
  if (orderNumber === null) return receipt
  const sale = await app.em({ accountId, mode }).findOne(CounterSale, { order: { orderNumber } })
  if (!sale) return receipt
  const returned = sale.returnedCash() > 0 ? { amount: sale.returnedCash(), at: await returnedAt(app, sale) } : null
  return { ...receipt, customer: null, refund: refund ?? returned }
}

async function returnedAt({ em }: Needs<'em'>, { orderId, refundedAt, account, mode }: CounterSale): Promise<Date> {
  if (refundedAt) return refundedAt
  const scope = { accountId: account.id, mode }
  const last = await em(scope).findOneOrFail(
    CashReturn,
    { sale: orderId, amount: { $gt: 0 } },
    { orderBy: { id: 'desc' } },
  )
  return last.createdAt
}
