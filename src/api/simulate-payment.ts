import { z } from 'zod'
import { simulatePayment, simulations } from '../money/simulate-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalWord, requiredId, treatBlankAsAbsent } from './fields.ts'

const SimulatePaymentBody = z.object({
  invoice: requiredId('is the id of a payment, as create-payment answers it'),
  simulation: z.preprocess(treatBlankAsAbsent, optionalWord(simulations)).meta({
    title: 'Simulation',
    description: 'What the money does; exact when omitted',
  }),
})

/** POST /api/simulate-payment: simulates incoming money; requires a test key. */
export const simulatePaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/simulate-payment',
  tag: 'Payments',
  summary: 'Let test money arrive',
  description:
    'With a test key: the exact amount, the same after the deadline, a rupiah too little or too much, twice, or ' +
    'from another payer. It is judged as real money is.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN', simulation: 'exact' },
  scope: 'payments',
  input: SimulatePaymentBody,
  answer: 'paymentSimulated',
  handle: (app, standing, { invoice, simulation = 'exact' }) =>
    simulatePayment(app, standing, { invoiceId: invoice, simulation }),
})
