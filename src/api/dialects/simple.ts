import type { Dialect } from './dialect.ts'
import { orderAnswers } from './order.ts'
import { presentCheckedPayment, presentCreatedPayment, presentListedPayments } from './payment.ts'
import { simpleQris } from './qris.ts'

/** The short form. Creating answers shape B and carries shape A beside it, so that clients of either form work. */
export const simple: Dialect = {
  paymentCreated(payment, app) {
    const data = presentCreatedPayment(payment, app)
    const { invoice_id, amount, unique_code, final_amount, payment_method, status, expires_at, payment_url } = data
    return {
      success: true,
      payment: { invoice_id, amount, unique_code, final_amount, payment_method, status, expires_at },
      payment_url,
      data,
    }
  },
  paymentChecked: presentCheckedPayment,
  paymentsListed: presentListedPayments,
  ...simpleQris,
  ...orderAnswers,
}
