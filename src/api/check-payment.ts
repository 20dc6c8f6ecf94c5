import { z } from 'zod'
import { checkPayment } from '../payments/check-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredId } from './fields.ts'

const CheckPaymentQuery = z.object({ invoice: requiredId('is the id of a payment, as create-payment answers it') })

/** GET /api/check-payment (contract 4.1). */
export const checkPaymentEndpoint = defineEndpoint({
  method: 'GET',
  path: '/check-payment',
  tag: 'Payments',
  summary: 'Status of one payment',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN' },
  scope: ['read', 'payments'],
  input: CheckPaymentQuery,
  answer: 'paymentChecked',
  handle: (app, standing, { invoice }, { waiter }) => checkPayment(app, standing, invoice, waiter),
})
