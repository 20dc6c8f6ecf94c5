import type { Account } from '../../accounts/account.ts'
import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../../payments/payment.ts'
import { Order } from '../order.ts'
import { findReceiptNumber, type ReceiptNumber } from './receipt-token.ts'
import { shortenName } from './shorten-name.ts'

/** A receipt according to the shop's data. Amounts are in whole rupiah. */
export interface Receipt {
  accountId: number
  mode: Mode
  number: ReceiptNumber
  /** The shop's name, and the name of its picture. */
  shop: { name: string; logo: string | null }
  /** The payment; null until it is paid. */
  paid: { amount: number; at: Date } | null
  /** The refunds that the shop has recorded since. */
  refund: { amount: number; at: Date } | null
  orderNumber: string | null
  /** Whether the order was cancelled, paid or not. */
  isCancelled: boolean
  /** The customer's name, shortened; null if they gave none. */
  customer: string | null
}

/** Returns the receipt of a token, of any account; null if this installation did not issue it. */
export async function findReceipt(app: Needs<'em' | 'seal'>, token: string): Promise<Receipt | null> {
  const number = findReceiptNumber(app.seal, token)
  if (number === null) return null
  return number.startsWith('INV-') ? ofPayment(app, number) : ofOrder(app, number)
}

async function ofPayment(app: Needs<'em'>, invoiceId: string): Promise<Receipt | null> {
  const payment = await app.em('installation').findOne(Payment, { invoiceId }, { populate: ['account'] })
  if (!payment) return null
  const { accountId, mode, paidAt, paidAmount, finalAmount, refundedAt, refundedAmount } = payment
  const em = app.em({ accountId, mode })
  const order = await em.findOne(Order, { invoices: { payment: invoiceId } })
  const customer = order ? receiptCustomer(order) : payment.customerName && shortenName(payment.customerName)
  return {
    accountId,
    mode,
    number: invoiceId,
    shop: receiptShop(payment.account),
    paid: paidAt && { amount: paidAmount ?? finalAmount, at: paidAt },
    refund: refundedAt && { amount: refundedAmount!, at: refundedAt },
    orderNumber: order?.orderNumber ?? null,
    isCancelled: order?.status === 'cancelled',
    customer,
  }
}

async function ofOrder(app: Needs<'em'>, orderNumber: string): Promise<Receipt | null> {
  const order = await app.em('installation').findOne(Order, { orderNumber }, { populate: ['account'] })
  if (!order) return null
  const { accountId, mode, paidAt, total, status } = order
  return {
    accountId,
    mode,
    number: orderNumber,
    shop: receiptShop(order.account),
    orderNumber,
    paid: paidAt && { amount: total, at: paidAt },
    refund: null,
    isCancelled: status === 'cancelled',
    customer: receiptCustomer(order),
  }
}

// A customer at a counter gives no name, so the order has the cashier's.
function receiptCustomer({ door, customerName }: Order): string | null {
  return door === 'counter' ? null : shortenName(customerName)
}

function receiptShop({ displayName, logoKey }: Pick<Account, 'displayName' | 'logoKey'>): Receipt['shop'] {
  return { name: displayName, logo: logoKey }
}
