import type { CodeRow } from '../simulator/code.ts'
import { makeCodeUuid } from '../simulator/code-uuid.ts'

export const makePaymentRequestId = ({ id }: CodeRow) => `pr-${makeCodeUuid('xendit', id)}`
export const makePaymentId = ({ id }: CodeRow) => `py-${makeCodeUuid('xendit', id)}`
const paymentMethodIdOf = ({ id }: CodeRow) => `pm-${makeCodeUuid('xendit', id)}`
const businessIdOf = ({ mid }: CodeRow) => mid.split(' ').at(-1)!

export type PaymentRequestStatus = 'REQUIRES_ACTION' | 'SUCCEEDED' | 'CANCELED' | 'EXPIRED'

export function describeStatus(code: CodeRow, now: Date): PaymentRequestStatus {
  if (code.paid_at) return 'SUCCEEDED'
  if (code.cancelled_at) return 'CANCELED'
  return code.ends_at! <= now ? 'EXPIRED' : 'REQUIRES_ACTION'
}

const common = (code: CodeRow) => ({
  reference_id: code.client_reference,
  business_id: businessIdOf(code),
  currency: 'IDR',
  country: 'ID',
  created: code.requested_at.toISOString(),
  updated: (code.paid_at ?? code.cancelled_at ?? code.requested_at).toISOString(),
  metadata: code.details.metadata ?? null,
})

const capturesOf = (code: CodeRow) =>
  code.paid_at
    ? {
        captures: [
          {
            capture_id: `cptr-${makeCodeUuid('xendit', code.id)}`,
            capture_amount: code.amount,
            capture_timestamp: code.paid_at.toISOString(),
          },
        ],
      }
    : {}

/** Returns a payment request in the form of version 2024-11-11. */
export function viewPaymentRequest(code: CodeRow, now: Date) {
  const status = describeStatus(code, now)
  return {
    payment_request_id: makePaymentRequestId(code),
    ...common(code),
    status,
    type: 'PAY',
    request_amount: code.amount,
    capture_method: 'AUTOMATIC',
    channel_code: 'QRIS',
    channel_properties: code.details.isEndSet ? { expires_at: code.ends_at!.toISOString() } : {},
    actions:
      status === 'REQUIRES_ACTION' ? [{ type: 'PRESENT_TO_CUSTOMER', descriptor: 'QR_STRING', value: code.qris }] : [],
    ...(code.paid_at ? { latest_payment_id: makePaymentId(code) } : {}),
    ...capturesOf(code),
  }
}

/** Returns a payment in the form of version 2024-11-11, which is also the content of a webhook. */
export function viewPayment(code: CodeRow) {
  return {
    payment_id: makePaymentId(code),
    payment_request_id: makePaymentRequestId(code),
    ...common(code),
    type: 'PAY',
    status: 'SUCCEEDED',
    request_amount: code.amount,
    channel_code: 'QRIS',
    payment_details: { payer_name: code.payer_name, issuer_name: code.payer_app, receipt_id: String(code.id) },
    ...capturesOf(code),
  }
}

/** Returns a payment request in the form that the SDKs of 2025 use. */
export function viewOldPaymentRequest(code: CodeRow, now: Date) {
  const status = describeStatus(code, now)
  return {
    id: makePaymentRequestId(code),
    ...common(code),
    amount: code.amount,
    status: status === 'REQUIRES_ACTION' ? 'PENDING' : status,
    capture_method: 'AUTOMATIC',
    actions: [],
    payment_method: {
      id: paymentMethodIdOf(code),
      type: 'QR_CODE',
      reusability: 'ONE_TIME_USE',
      status: status === 'REQUIRES_ACTION' ? 'ACTIVE' : 'EXPIRED',
      reference_id: code.client_reference,
      created: code.requested_at.toISOString(),
      updated: code.requested_at.toISOString(),
      qr_code: { channel_code: 'QRIS', channel_properties: { qr_string: code.qris } },
    },
  }
}

/** Returns a row of `GET /transactions`. */
export function viewTransaction(code: CodeRow) {
  const fee = Math.round(code.amount * 0.007)
  return {
    id: `txn_${makeCodeUuid('xendit', code.id)}`,
    product_id: makePaymentId(code),
    type: 'PAYMENT',
    status: 'SUCCESS',
    channel_category: 'QR_CODE',
    channel_code: 'QRIS',
    account_identifier: null,
    reference_id: code.client_reference,
    currency: 'IDR',
    amount: code.amount,
    net_amount: code.amount - fee,
    cashflow: 'MONEY_IN',
    settlement_status: 'PENDING',
    estimated_settlement_time: null,
    business_id: businessIdOf(code),
    fee: {
      xendit_fee: fee,
      value_added_tax: 0,
      xendit_withholding_tax: 0,
      third_party_withholding_tax: 0,
      status: 'PENDING',
    },
    created: code.paid_at!.toISOString(),
    updated: code.paid_at!.toISOString(),
  }
}
