import { z } from 'zod'
import { cancelPayment } from '../payments/cancel-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredId } from './fields.ts'

const CancelPaymentBody = z.object({
  invoice: requiredId('is the id of a payment, as create-payment answers it'),
})

/** POST /api/cancel-payment. The contract has the state `cancelled`, but no endpoint that sets it. */
export const cancelPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/cancel-payment',
  tag: 'Payments',
  summary: 'Cancel a pending payment',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN' },
  scope: 'payments',
  input: CancelPaymentBody,
  answer: 'paymentChecked',
  handle: (app, standing, { invoice }) => cancelPayment(app, standing, invoice, 'merchant'),
})
