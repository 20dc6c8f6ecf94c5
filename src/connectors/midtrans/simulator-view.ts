import { createHash } from 'node:crypto'
import { formatJakartaTime } from '../jakarta.ts'
import type { CodeRow } from '../simulator/code.ts'
import { makeCodeUuid } from '../simulator/code-uuid.ts'
import type { MidtransAccount } from './simulator-account.ts'

/** A transaction as every answer and notification of Midtrans shows it. */
export interface TransactionView {
  status_code: string
  transaction_id: string
  order_id: string
  gross_amount: string
  transaction_status: string
  [field: string]: unknown
}

export function viewTransaction(code: CodeRow, { merchantId }: MidtransAccount, now: Date): TransactionView {
  const { status_code, transaction_status } = describeState(code, now)
  return {
    status_code,
    transaction_id: makeCodeUuid('midtrans', code.id),
    order_id: code.client_reference,
    merchant_id: merchantId,
    gross_amount: `${code.amount}.00`,
    currency: 'IDR',
    payment_type: 'qris',
    transaction_time: spacedTime(code.requested_at),
    transaction_status,
    fraud_status: 'accept',
    acquirer: code.details.acquirer ?? 'gopay',
    expiry_time: spacedTime(code.ends_at!),
    ...(code.paid_at
      ? { settlement_time: spacedTime(code.paid_at), issuer: code.payer_app ?? 'gopay', transaction_type: 'off-us' }
      : {}),
    ...(sumRefunds(code) > 0 ? { refund_amount: `${sumRefunds(code)}.00`, refunds: listRefunds(code) } : {}),
  }
}

/** Returns the view with the signature that `GET status` and notifications have. */
export function signView(view: TransactionView, { serverKey }: MidtransAccount): TransactionView {
  const text = view.order_id + view.status_code + view.gross_amount + serverKey
  return { ...view, signature_key: createHash('sha512').update(text).digest('hex') }
}

export interface SimulatorRefund {
  refund_chargeback_id: number
  refund_amount: string
  refund_key: string
  reason: string
}

export function listRefunds({ details }: CodeRow): SimulatorRefund[] {
  return (details.refunds as SimulatorRefund[] | undefined) ?? []
}

export function sumRefunds(code: CodeRow): number {
  return listRefunds(code).reduce((sum, { refund_amount }) => sum + Number(refund_amount), 0)
}

export function describeState(code: CodeRow, now: Date): { status_code: string; transaction_status: string } {
  if (code.paid_at) {
    const refunded = sumRefunds(code)
    const refund = refunded === code.amount ? 'refund' : 'partial_refund'
    return { status_code: '200', transaction_status: refunded === 0 ? 'settlement' : refund }
  }
  if (code.cancelled_at) return { status_code: '200', transaction_status: 'cancel' }
  if (code.ends_at! <= now) return { status_code: '407', transaction_status: 'expire' }
  return { status_code: '201', transaction_status: 'pending' }
}

// WIB time without a zone.
const spacedTime = (date: Date) => formatJakartaTime(date).replace('T', ' ')
