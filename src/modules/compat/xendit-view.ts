import type { Config } from '../../config.ts'
import { deriveUuid } from '../../lib/ids.ts'
import type { Payment, PaymentRefund } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import { type CompatCharge, hasNoCode } from './compat-charge.ts'

/** The position of the version in a UUID. */
const versionAt = 14

export interface XenditParts {
  config: Pick<Config, 'baseUrl'>
  /** The shop's name, as customers know it. */
  merchantName: string
}

interface Viewed {
  charge: CompatCharge
  payment: Payment
}

/** Returns the business id, 24 hexadecimal digits as at Xendit. */
export function makeBusinessId(accountId: number): string {
  return accountId.toString(16).padStart(24, '0')
}

export function findInvoiceStatus({ status }: Pick<Payment, 'status'>): 'PENDING' | 'PAID' | 'EXPIRED' {
  if (status === 'pending') return 'PENDING'
  return status === 'paid' ? 'PAID' : 'EXPIRED'
}

/** Returns an invoice, with every field that the SDKs' types require. */
export function invoiceView({ config, merchantName }: XenditParts, charge: Viewed) {
  const { payment } = charge
  return {
    ...invoiceFacts(merchantName, charge),
    merchant_profile_picture_url: `${config.baseUrl}/icon.svg`,
    expiry_date: payment.expiresAt.toISOString(),
    invoice_url: paymentUrl(config, payment.invoiceId),
    available_banks: [],
    available_retail_outlets: [],
    available_ewallets: [],
    available_qr_codes: [{ qr_code_type: 'QRIS' }],
    available_direct_debits: [],
    available_paylaters: [],
    should_exclude_credit_card: true,
    should_send_email: false,
  }
}

/** Returns the part of an invoice that notifications also contain. */
function invoiceFacts(merchantName: string, { charge, payment }: Viewed) {
  return {
    id: charge.id,
    external_id: charge.reference,
    user_id: makeBusinessId(payment.accountId),
    status: findInvoiceStatus(payment),
    merchant_name: merchantName,
    amount: payment.amount,
    created: charge.createdAt.toISOString(),
    updated: (payment.endedAt ?? charge.createdAt).toISOString(),
    currency: 'IDR',
    ...charge.request,
    ...(payment.status === 'paid' ? paidFields(payment) : {}),
  }
}

function paidFields(payment: Payment) {
  return {
    paid_amount: payment.received(),
    paid_at: payment.paidAt!.toISOString(),
    payment_method: 'QR_CODE',
    payment_channel: 'QRIS',
    payment_destination: 'QRIS',
    payment_id: `qrpy_${payment.invoiceId}`,
    payment_details: { receipt_id: payment.paidReffNum ?? payment.invoiceId, source: payment.payerApp ?? 'QRIS' },
  }
}

type RequestStatus = 'PENDING' | 'SUCCEEDED' | 'EXPIRED' | 'CANCELED' | 'FAILED'

export function findRequestStatus(payment: Pick<Payment, 'status' | 'endReason'>): RequestStatus {
  const { status } = payment
  if (status === 'pending') return 'PENDING'
  if (status === 'paid') return 'SUCCEEDED'
  if (status === 'expired') return 'EXPIRED'
  return hasNoCode(payment) ? 'FAILED' : 'CANCELED'
}

/** Returns a payment request, with every field that the SDKs' types require. */
export function paymentRequestView({ charge, payment }: Viewed, qris: string | null) {
  const { request } = charge
  const status = findRequestStatus(payment)
  return {
    id: charge.id,
    created: charge.createdAt.toISOString(),
    updated: (payment.endedAt ?? charge.createdAt).toISOString(),
    reference_id: charge.reference,
    business_id: makeBusinessId(payment.accountId),
    currency: 'IDR',
    amount: payment.amount,
    country: 'ID',
    status,
    payment_method: paymentMethodView({ charge, payment }, qris),
    actions: [],
    capture_method: null,
    initiator: null,
    card_verification_results: null,
    customer_id: null,
    description: request.description ?? null,
    failure_code: status === 'FAILED' ? 'CHANNEL_UNAVAILABLE' : null,
    channel_properties: null,
    shipping_information: null,
    items: null,
    metadata: request.metadata ?? null,
  }
}

/** Returns the QR code as a payment method. */
export function paymentMethodView({ charge, payment }: Viewed, qris: string | null) {
  return {
    id: methodId(charge),
    type: 'QR_CODE',
    reusability: 'ONE_TIME_USE',
    status: payment.status === 'pending' ? 'ACTIVE' : 'EXPIRED',
    business_id: makeBusinessId(payment.accountId),
    country: 'ID',
    reference_id: charge.reference,
    created: charge.createdAt.toISOString(),
    updated: (payment.endedAt ?? charge.createdAt).toISOString(),
    description: null,
    qr_code: {
      channel_code: 'QRIS',
      amount: payment.amount,
      currency: 'IDR',
      channel_properties: { qr_string: qris ?? '', expires_at: payment.expiresAt.toISOString() },
    },
  }
}

function methodId({ id }: CompatCharge): string {
  return id.replace(/^pr-/, 'pm-')
}

/** Returns a refund of a payment request. */
export function refundView(
  { charge, payment }: Viewed,
  refund: PaymentRefund,
  request: { reference_id?: string | undefined; reason?: string | undefined },
) {
  return {
    id: `rfd-${refund.key}`,
    payment_request_id: charge.id,
    payment_method_type: 'QR_CODE',
    amount: refund.amount,
    currency: 'IDR',
    channel_code: 'QRIS',
    country: 'ID',
    status: refundStatuses[refund.state],
    reason: request.reason ?? refund.reason ?? 'OTHERS',
    reference_id: request.reference_id ?? refund.key,
    failure_code: null,
    refund_fee_amount: null,
    created: new Date(refund.createdAt).toISOString(),
    updated: new Date(refund.createdAt).toISOString(),
    metadata: null,
    invoice_id: charge.kind === 'invoice' ? charge.id : null,
    payment_id: `py-${payment.invoiceId}`,
  }
}

const refundStatuses = { requested: 'PENDING', sent: 'PENDING', succeeded: 'SUCCEEDED', failed: 'FAILED' } as const

/** Returns a paid charge as a transaction of the account. */
export function transactionView({ charge, payment }: Viewed) {
  const zero = { xendit_fee: 0, value_added_tax: 0, xendit_withholding_tax: 0, third_party_withholding_tax: 0 }
  return {
    id: transactionId(payment.invoiceId),
    product_id: charge.id,
    type: 'PAYMENT',
    status: 'SUCCESS',
    channel_category: 'QR_CODE',
    channel_code: 'QRIS',
    account_identifier: null,
    reference_id: charge.reference,
    currency: 'IDR',
    amount: payment.received(),
    net_amount: payment.received(),
    cashflow: 'MONEY_IN',
    settlement_status: 'SETTLED',
    estimated_settlement_time: null,
    business_id: makeBusinessId(payment.accountId),
    created: charge.createdAt.toISOString(),
    updated: payment.paidAt!.toISOString(),
    fee: { ...zero, status: 'COMPLETED' },
  }
}

/** Returns a UUID of version 4, because Xendit's SDKs accept no other. */
function transactionId(invoiceId: string): string {
  const uuid = deriveUuid(`compat transaction ${invoiceId}`)
  return `txn_${uuid.slice(0, versionAt)}4${uuid.slice(versionAt + 1)}`
}

/** Returns the body of a notification; null if Xendit has none for this event. */
export function makeXenditNotification(
  merchantName: string,
  { charge, payment }: Viewed,
  qris: string | null,
): Record<string, unknown> | null {
  if (charge.kind === 'invoice') {
    const status = findInvoiceStatus(payment)
    return status === 'PENDING' ? null : invoiceFacts(merchantName, { charge, payment })
  }
  const view = paymentRequestView({ charge, payment }, qris)
  if (view.status === 'PENDING') return null
  return {
    event: view.status === 'SUCCEEDED' ? 'payment.succeeded' : 'payment.failed',
    business_id: view.business_id,
    created: (payment.endedAt ?? charge.createdAt).toISOString(),
    api_version: null,
    data: {
      id: `py-${payment.invoiceId}`,
      payment_request_id: charge.id,
      reference_id: charge.reference,
      customer_id: null,
      amount: payment.amount,
      currency: 'IDR',
      country: 'ID',
      status: view.status === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED',
      payment_method: view.payment_method,
      channel_properties: null,
      payment_detail: { receipt_id: payment.paidReffNum, source: payment.payerApp },
      failure_code: view.status === 'SUCCEEDED' ? null : view.status,
      created: charge.createdAt.toISOString(),
      updated: view.updated,
      metadata: view.metadata,
    },
  }
}
