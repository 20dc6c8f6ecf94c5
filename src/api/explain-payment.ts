import { z } from 'zod'
import { explainPayment } from '../doctor/explain-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredId } from './fields.ts'

const ExplainPaymentQuery = z.object({ invoice: requiredId('is the id of a payment, as create-payment answers it') })

/** GET /api/explain-payment (added): why a payment is not paid yet, from stored data, and what to do next. */
export const explainPaymentEndpoint = defineEndpoint({
  method: 'GET',
  path: '/explain-payment',
  tag: 'Payments',
  summary: 'Why a payment is in its current state: what was requested, seen, matched, sent and answered',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN' },
  scope: ['read', 'payments'],
  input: ExplainPaymentQuery,
  answer: 'paymentExplained',
  handle: (app, standing, { invoice }) => explainPayment(app, standing, invoice),
})
