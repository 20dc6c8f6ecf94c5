import { z } from 'zod'
import { simulatePayment, simulations } from '../money/simulate-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalWord, requiredId, treatBlankAsAbsent } from './fields.ts'

const SimulatePaymentBody = z.object({
  invoice: requiredId('is the id of a payment, as create-payment answers it'),
  simulation: z.preprocess(treatBlankAsAbsent, optionalWord(simulations)).meta({
    title: 'Simulation',
    description: 'How the money arrives; defaults to exact',
  }),
})

/** POST /api/simulate-payment: simulates incoming money; requires a test key. */
export const simulatePaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/simulate-payment',
  tag: 'Payments',
  summary: 'Simulate incoming test money',
  description:
    'Requires a test key. Sends the exact amount, the same after the deadline, one rupiah too little or too much, ' +
    'the amount twice, or money from another payer. It is handled like real money.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN', simulation: 'exact' },
  scope: 'payments',
  input: SimulatePaymentBody,
  answer: 'paymentSimulated',
  handle: (app, standing, { invoice, simulation = 'exact' }) =>
    simulatePayment(app, standing, { invoiceId: invoice, simulation }),
})
