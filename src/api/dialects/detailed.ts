import type { Dialect } from './dialect.ts'
import { orderAnswers } from './order.ts'
import { presentCheckedPayment, presentCreatedPayment, presentListedPayments } from './payment.ts'
import { detailedQris } from './qris.ts'

/** The newest form of the contract: data in `data`, every field named in full. */
export const detailed: Dialect = {
  paymentCreated: (payment, app) => ({ success: true, data: presentCreatedPayment(payment, app) }),
  paymentChecked: presentCheckedPayment,
  paymentsListed: presentListedPayments,
  ...detailedQris,
  ...orderAnswers,
}
