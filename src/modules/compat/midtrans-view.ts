import { createHash } from 'node:crypto'
import { formatJakartaTime } from '../../connectors/jakarta.ts'
import type { Payment, PaymentRefund } from '../../payments/payment.ts'
import type { CompatCharge } from './compat-charge.ts'

/** The states of a transaction, as docs.midtrans.com/docs/transaction-status-cycle names them. */
export type TransactionStatus = 'pending' | 'settlement' | 'expire' | 'cancel' | 'refund' | 'partial_refund'

const codes: Record<TransactionStatus, string> = {
  pending: '201',
  settlement: '200',
  expire: '407',
  cancel: '200',
  refund: '200',
  partial_refund: '200',
}

const messages = {
  charge: 'QRIS transaction is created',
  status: 'Success, transaction is found',
  cancel: 'Success, transaction is canceled',
  expire: 'Success, transaction has expired',
  refund: 'Success, refund request is approved',
  notification: 'midtrans payment notification',
} as const

type JudgedPayment = Pick<Payment, 'status' | 'refunds' | 'finalAmount' | 'paidAmount'>

export function findTransactionStatus(
  { isExpiredByMerchant }: Pick<CompatCharge, 'isExpiredByMerchant'>,
  payment: JudgedPayment,
): TransactionStatus {
  if (payment.status === 'pending') return 'pending'
  if (payment.status === 'expired') return 'expire'
  if (payment.status === 'cancelled') return isExpiredByMerchant ? 'expire' : 'cancel'
  const returned = returnedAmount(payment)
  if (returned === 0) return 'settlement'
  return returned >= (payment.paidAmount ?? payment.finalAmount) ? 'refund' : 'partial_refund'
}

/** Returns the refunded amount, including refunds that a provider has yet to send: Midtrans has no state for them. */
function returnedAmount({ refunds }: JudgedPayment): number {
  return liveRefunds(refunds).reduce((sum, { amount }) => sum + amount, 0)
}

function liveRefunds(refunds: PaymentRefund[] | null): PaymentRefund[] {
  return (refunds ?? []).filter(({ state }) => state !== 'failed')
}

/** Returns a transaction as its merchant sees it, unsigned; the request determines the message. */
export function midtransView(
  charge: CompatCharge,
  payment: Payment,
  message: keyof typeof messages,
): Record<string, unknown> {
  const status = findTransactionStatus(charge, payment)
  const refunds = liveRefunds(payment.refunds).filter(({ isCorrection }) => !isCorrection)
  return {
    status_code: codes[status],
    status_message: messages[message],
    transaction_id: charge.id,
    order_id: charge.reference,
    merchant_id: makeMerchantId(payment.accountId),
    gross_amount: formatAmount(payment.amount),
    currency: 'IDR',
    payment_type: 'qris',
    transaction_time: formatTime(charge.createdAt),
    transaction_status: status,
    fraud_status: 'accept',
    acquirer: charge.request.acquirer ?? 'gopay',
    expiry_time: formatTime(payment.expiresAt),
    ...(payment.paidAt ? { settlement_time: formatTime(payment.paidAt) } : {}),
    ...(payment.payerApp ? { issuer: payment.payerApp } : {}),
    ...(refunds.length > 0
      ? { refund_amount: formatAmount(returnedAmount(payment)), refunds: refunds.map(refundView) }
      : {}),
    ...(charge.request.fields as Record<string, unknown> | undefined),
  }
}

function refundView({ key, amount, reason, createdAt, isByProvider }: PaymentRefund, index: number) {
  return {
    refund_chargeback_id: index + 1,
    refund_amount: formatAmount(amount),
    created_at: formatTime(new Date(createdAt)),
    reason: reason ?? '',
    refund_key: key,
    refund_method: isByProvider ? 'api' : 'manual',
  }
}

/** Adds `signature_key`: the SHA-512 of the order id, the code, the amount and the server key. */
export function signMidtrans(view: Record<string, unknown>, serverKey: string): Record<string, unknown> {
  const { order_id, status_code, gross_amount } = view
  const text = `${order_id}${status_code}${gross_amount}${serverKey}`
  return { ...view, signature_key: createHash('sha512').update(text).digest('hex') }
}

export function makeMerchantId(accountId: number): string {
  return `G${String(accountId).padStart(9, '0')}`
}

function formatAmount(amount: number): string {
  return `${amount}.00`
}

/** Formats a time as Midtrans does: Jakarta time without a zone, regardless of the shop's. */
function formatTime(moment: Date): string {
  return formatJakartaTime(moment).replace('T', ' ')
}
