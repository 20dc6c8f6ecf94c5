import type { App } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import { qrPictureUrl } from '../../qris/picture-url.ts'
import type { Answers } from './dialect.ts'

type Show = Pick<App, 'calendar' | 'config' | 'seal'>

/** Shape A of create (spec 4.1). The status is that of the answer's first telling: a repeated request tells the same. */
export function presentCreatedPayment(payment: Payment, app: Show) {
  const { calendar, config } = app
  return {
    invoice_id: payment.invoiceId,
    amount: payment.amount,
    unique_code: payment.uniqueCode,
    final_amount: payment.finalAmount,
    payment_url: paymentUrl(config, payment.invoiceId),
    expires_at: calendar.format(payment.expiresAt),
    status: 'pending',
    payment_method: payment.paymentMethod,
    redirect_url: payment.redirectUrl,
    has_file: payment.fileId !== null,
    file_id: payment.fileId,
    has_product_image: payment.productImageId !== null,
    product_image_id: payment.productImageId,
    ...(payment.convertedQris === null ? {} : { qris_converter: presentConverter(payment.convertedQris, app) }),
  }
}

function presentConverter(converted: string, app: Show) {
  return { enabled: true, converted_qris: converted, qr_image_url: qrPictureUrl(app, converted) }
}

export function presentCheckedPayment(payment: Payment, { calendar }: Show): object {
  return {
    success: true,
    invoice_id: payment.invoiceId,
    status: payment.status,
    amount: payment.amount,
    final_amount: payment.finalAmount,
    payment_method: payment.paymentMethod,
    paid_at: payment.paidAt && calendar.format(payment.paidAt),
    paid_reff_num: payment.paidReffNum,
    expires_at: calendar.format(payment.expiresAt),
  }
}

export function presentListedPayments(listed: Answers['paymentsListed'], app: Show): object {
  const { payments, total, page, limit } = listed
  return {
    success: true,
    data: payments.map(payment => presentItem(payment, app)),
    pagination: { total, page, limit, total_pages: Math.ceil(total / limit) },
  }
}

function presentItem(payment: Payment, { calendar, config }: Show) {
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
    has_file: payment.fileId !== null,
    file_id: payment.fileId,
    payment_method: payment.paymentMethod,
    paid_via: payment.paidVia,
  }
}
