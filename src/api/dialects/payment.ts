import { z } from 'zod'
import type { CreatedPayment as NewlyCreated, PlatformCode } from '../../payments/create-payment-with-code.ts'
import { makeDownloadToken } from '../../payments/goods/download-token.ts'
import type { Payment, PaymentRefund } from '../../payments/payment.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import { qrPictureUrl } from '../../qris/picture-url.ts'
import { writeCursor } from '../cursor.ts'
import type { Dialect } from './dialect.ts'
import { countSchema, makeShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema, urlSchema } from './shape.ts'

const invoiceId = z.string().meta({ description: 'Unique invoice identifier', examples: ['INV-CZSRHR2XGY9QFHM5YCHN'] })
const uniqueCode = z.int().describe('Added to amount to make the payable amount distinct; 0 for qris_platform')
const finalAmount = rupiahSchema.describe('Amount to pay, in whole rupiah')
const method = z.string().describe('A payment method id from get-payment-methods')
const status = z.enum(paymentStatuses)

/** The merchant's own values, for matching the payment with their records. */
const own = {
  reference: z.string().nullable().describe("The merchant's own id"),
  metadata: z.record(z.string(), z.string()).describe("The merchant's own data"),
}

export const RefundShape = z
  .object({
    refund_id: z.uuid(),
    amount: z.int().describe('In whole rupiah; negative for a correction of an earlier refund'),
    status: z.enum(['requested', 'sent', 'succeeded', 'failed']).meta({
      title: 'RefundStatus',
      description: 'Only `succeeded` counts towards refunded_amount; `requested` and `sent` wait for the provider',
    }),
    by_provider: z.boolean().describe('Whether the provider returns the money; otherwise you returned it yourself'),
    reason: z.string().nullable(),
    returned_at: timeSchema.describe(
      'When the money was returned, according to you; if the provider returns it, when it was requested',
    ),
    created_at: timeSchema,
    restocked: z.boolean().describe('Whether its goods were returned to stock'),
  })
  .meta({ id: 'Refund' })

export function presentPaymentRefund(refund: PaymentRefund, { calendar }: Pick<ShapeNeeds, 'calendar'>) {
  return {
    refund_id: refund.key,
    amount: refund.amount,
    status: refund.state,
    by_provider: refund.isByProvider,
    reason: refund.reason,
    returned_at: calendar.format(new Date(refund.returnedAt)),
    created_at: calendar.format(new Date(refund.createdAt)),
    restocked: refund.isRestocked,
  }
}

export const refundFields = {
  refunded_at: timeSchema.nullable().describe("When money was last refunded; the payment's status remains `paid`"),
  refunded_amount: rupiahSchema.nullable().describe('Total amount refunded; null if nothing was'),
  refunds: z.array(RefundShape).describe('Refunds, including requested ones, oldest first'),
}

export function presentRefund(
  { refundedAt, refundedAmount, refunds }: Pick<Payment, 'refundedAt' | 'refundedAmount' | 'refunds'>,
  { calendar }: Pick<ShapeNeeds, 'calendar'>,
) {
  return {
    refunded_at: refundedAt && calendar.format(refundedAt),
    refunded_amount: refundedAmount,
    refunds: (refunds ?? []).map(refund => presentPaymentRefund(refund, { calendar })),
  }
}

/** Fields that only a refunded payment has. */
const createdRefund = {
  refunded_at: timeSchema.optional().describe('When money was last refunded; present only after a refund'),
  refunded_amount: rupiahSchema.optional().describe('Total amount refunded; present only with refunded_at'),
  refunds: z.array(RefundShape).optional().describe('Refunds, including requested ones; present only if there are any'),
}

function presentCreatedRefund({ refundedAt, refundedAmount, refunds }: NewlyCreated, { calendar }: ShapeNeeds) {
  if (!refunds) return {}
  return {
    ...(refundedAt ? { refunded_at: calendar.format(refundedAt), refunded_amount: refundedAmount! } : {}),
    refunds: refunds.map(refund => presentPaymentRefund(refund, { calendar })),
  }
}

/** A field that is present only if true. */
export const foreignCodeFields = {
  foreign_code: z
    .literal(true)
    .optional()
    .describe(
      'The code belongs to another merchant, which the operator allows for this account; its money is not visible ' +
        'here, so a person confirms the payment by hand',
    ),
}

export const presentForeign = ({ isForeign }: Pick<Payment, 'isForeign'>) =>
  isForeign ? { foreign_code: true as const } : {}

const Converter = z.union([
  z.object({ enabled: z.boolean(), converted_qris: z.string(), qr_image_url: urlSchema }),
  z.boolean().describe('The payment page does the conversion'),
])

/** The fields that `qris_platform` adds (contract 2.1). */
const platformFields = z.object({
  payment_method_label: z.string().describe('Name of the payment method for display'),
  qris_string: z.string().describe("The provider's code, which contains the amount"),
  qris_static_image_url: urlSchema
    .nullable()
    .describe('The code of the merchant id itself; null if the operator stored none'),
  qris_dynamic_string: z.string(),
  qris_dynamic_image_url: urlSchema,
  provider_invoiceid: z.string(),
  provider_nmid: z.string().nullable(),
  provider_request_date: timeSchema,
})

/** Shape A of create (contract 4.1). */
const CreatedPayment = z
  .object({
    invoice_id: invoiceId,
    amount: rupiahSchema,
    unique_code: uniqueCode,
    final_amount: finalAmount,
    payment_url: urlSchema.describe('Hosted payment page'),
    expires_at: timeSchema,
    status,
    payment_method: method,
    redirect_url: urlSchema.nullable(),
    ...own,
    has_file: z.boolean(),
    file_id: z.int().nullable(),
    has_product_image: z.boolean(),
    product_image_id: z.int().nullable(),
    download_token: z
      .string()
      .optional()
      .describe('Opens the file once the payment is paid; present only if a file is attached'),
    qris_converter: Converter.optional(),
    ...createdRefund,
    ...foreignCodeFields,
    ...platformFields.partial().shape,
  })
  .meta({ id: 'CreatedPayment' })

const CheckedPayment = z.object({
  success: successSchema,
  invoice_id: invoiceId,
  status,
  amount: rupiahSchema,
  final_amount: finalAmount,
  payment_method: method,
  paid_at: timeSchema.nullable(),
  paid_reff_num: z.string().nullable().describe("The provider's reference number of the money, once paid"),
  expires_at: timeSchema,
  ...refundFields,
  ...own,
  ...foreignCodeFields,
})

export const ListedPaymentShape = z
  .object({
    invoice_id: invoiceId,
    amount: rupiahSchema,
    unique_code: uniqueCode,
    final_amount: finalAmount,
    status,
    description: z.string().nullable(),
    customer_name: z.string().nullable(),
    payment_url: urlSchema,
    created_at: timeSchema,
    paid_at: timeSchema.nullable(),
    has_file: z.boolean(),
    file_id: z.int().nullable(),
    payment_method: method,
    paid_via: z.string().nullable().describe('The method that the customer paid with'),
    ...refundFields,
    ...own,
    ...foreignCodeFields,
  })
  .meta({ id: 'ListedPayment' })

const ListedPayments = z.object({
  success: successSchema,
  data: z.array(ListedPaymentShape),
  pagination: z.object({
    total: countSchema,
    page: countSchema,
    limit: countSchema,
    total_pages: countSchema,
    total_is_exact: z.boolean().describe('False if a search has so many results that only the newest were counted'),
    next_cursor: z.string().nullable().describe('Pass it as cursor to get the next page; null after the last page'),
  }),
})

/** Shapes for checking and listing payments, identical in both dialects. */
const paymentReads: Pick<Dialect, 'paymentChecked' | 'paymentsListed'> = {
  paymentChecked: makeShape(CheckedPayment, (payment, { calendar }) => ({
    success: true,
    invoice_id: payment.invoiceId,
    status: payment.status,
    amount: payment.amount,
    final_amount: payment.finalAmount,
    payment_method: payment.paymentMethod,
    paid_at: payment.paidAt && calendar.format(payment.paidAt),
    paid_reff_num: payment.paidReffNum,
    expires_at: calendar.format(payment.expiresAt),
    ...presentRefund(payment, { calendar }),
    reference: payment.reference,
    metadata: payment.metadata,
    ...presentForeign(payment),
  })),
  paymentsListed: makeShape(ListedPayments, ({ payments, total, isTotalExact, page, limit }, app) => ({
    success: true,
    data: payments.map(payment => presentListedPayment(payment, app)),
    pagination: {
      total,
      page,
      limit,
      total_pages: Math.ceil(total / limit),
      total_is_exact: isTotalExact,
      next_cursor: payments.length === limit ? cursorAfter(payments.at(-1)!) : null,
    },
  })),
}

function cursorAfter({ createdAt, invoiceId }: Payment): string {
  return writeCursor({ at: createdAt, id: invoiceId })
}

export const detailedPayment: Pick<Dialect, 'paymentCreated' | 'paymentChecked' | 'paymentsListed'> = {
  ...paymentReads,
  paymentCreated: makeShape(z.object({ success: successSchema, data: CreatedPayment }), (payment, app) => ({
    success: true,
    data: presentCreated(payment, app),
  })),
}

const ShapeB = z.object({
  success: successSchema,
  payment: CreatedPayment.pick({
    invoice_id: true,
    amount: true,
    unique_code: true,
    final_amount: true,
    payment_method: true,
    status: true,
    expires_at: true,
  }).meta({ id: 'ShortPayment' }),
  payment_url: urlSchema,
  data: CreatedPayment,
})

/** Shapes for creating payments: the answer contains shapes A and B, so that clients of either form work. */
export const simplePayment: Pick<Dialect, 'paymentCreated' | 'paymentChecked' | 'paymentsListed'> = {
  ...paymentReads,
  paymentCreated: makeShape(ShapeB, (payment, app) => {
    const data = presentCreated(payment, app)
    const { invoice_id, amount, unique_code, final_amount, payment_method, status, expires_at, payment_url } = data
    return {
      success: true,
      payment: { invoice_id, amount, unique_code, final_amount, payment_method, status, expires_at },
      payment_url,
      data,
    }
  }),
}

function presentCreated(payment: NewlyCreated, app: ShapeNeeds): z.output<typeof CreatedPayment> {
  const { calendar, config } = app
  return {
    invoice_id: payment.invoiceId,
    amount: payment.amount,
    unique_code: payment.uniqueCode,
    final_amount: payment.finalAmount,
    payment_url: paymentUrl(config, payment.invoiceId),
    expires_at: calendar.format(payment.expiresAt),
    status: payment.status,
    payment_method: payment.paymentMethod,
    redirect_url: payment.redirectUrl,
    reference: payment.reference,
    metadata: payment.metadata,
    has_file: payment.file !== null,
    file_id: payment.file?.id ?? null,
    has_product_image: payment.productImage !== null,
    product_image_id: payment.productImage?.id ?? null,
    ...(payment.file === null ? {} : { download_token: makeDownloadToken(app, payment.invoiceId) }),
    ...presentCreatedRefund(payment, app),
    ...presentForeign(payment),
    ...(payment.useQrisConverter ? { qris_converter: presentConverter(payment, app) } : {}),
    ...(payment.platform ? presentPlatform(payment.platform, app) : {}),
  }
}

function presentPlatform(platform: PlatformCode, app: ShapeNeeds): z.output<typeof platformFields> {
  return {
    payment_method_label: platform.label,
    qris_string: platform.qris,
    qris_static_image_url: platform.staticQris && qrPictureUrl(app, platform.staticQris),
    qris_dynamic_string: platform.qris,
    qris_dynamic_image_url: qrPictureUrl(app, platform.qris),
    provider_invoiceid: platform.providerInvoiceId,
    provider_nmid: platform.providerNmid,
    provider_request_date: app.calendar.format(platform.requestDate),
  }
}

/**
 * Presents a converted code (specification 4.1, rules 1 and 2). With `qris_platform` the provider creates the code with
 * the amount included.
 */
function presentConverter({ convertedQris, platform }: NewlyCreated, app: ShapeNeeds): z.output<typeof Converter> {
  if (!app.edition.tellsConvertedCode) return convertedQris !== null
  const code = convertedQris ?? platform?.qris
  if (code === undefined) return false
  return { enabled: true, converted_qris: code, qr_image_url: qrPictureUrl(app, code) }
}

export function presentListedPayment(
  payment: Payment,
  { calendar, config }: ShapeNeeds,
): z.output<typeof ListedPaymentShape> {
  return {
    invoice_id: payment.invoiceId,
    amount: payment.amount,
    unique_code: payment.uniqueCode,
    final_amount: payment.finalAmount,
    status: payment.status,
    description: payment.description,
    customer_name: payment.customerName,
    payment_url: paymentUrl(config, payment.invoiceId),
    created_at: calendar.format(payment.createdAt),
    paid_at: payment.paidAt && calendar.format(payment.paidAt),
    has_file: payment.file !== null,
    file_id: payment.file?.id ?? null,
    payment_method: payment.paymentMethod,
    paid_via: payment.paidVia,
    ...presentRefund(payment, { calendar }),
    reference: payment.reference,
    metadata: payment.metadata,
    ...presentForeign(payment),
  }
}
