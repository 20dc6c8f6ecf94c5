import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { optionalText, requiredId } from '../../../api/fields.ts'
import { refundReasonMax } from '../../../books/refund.ts'
import { refundPayment } from '../refund-payment.ts'

const RefundPaymentBody = z.object({
  invoice: requiredId('is the id of a payment, as create-payment answers it'),
  amount: z
    .int('is a whole number of rupiah, written as a number: 15000')
    .nullish()
    .describe('Unset: all that is left of the payment'),
  reason: optionalText(refundReasonMax).describe('Shown to you and to the customer'),
  restock: z
    .boolean('is true or false')
    .nullish()
    .describe('Puts the counted goods of its order that are still sold back into stock'),
})

/** POST /api/refund-payment: returns all or part of the money of a paid payment. */
export const refundPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/refund-payment',
  tag: 'Money',
  summary: 'Return money of a paid payment, whole or in part',
  description:
    'If the provider of its code can send money back (Midtrans, Xendit), it is asked to: the refund is ' +
    '`requested`, then `sent`, and counts once it has `succeeded`. Otherwise no money is sent: you have returned it ' +
    'yourself, and it counts at once. However many requests arrive at once, no more is returned than was paid. ' +
    'Repeat a request that got no answer with the same `Idempotency-Key`.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN', amount: 15_000, reason: 'The cup was broken' },
  scope: 'money',
  input: RefundPaymentBody,
  answer: 'paymentRefunded',
  async handle(app, standing, { invoice, amount, reason, restock }, { keyId }) {
    const request = { invoiceId: invoice, amount: amount ?? undefined, reason, restock: restock ?? undefined }
    return refundPayment(app, standing, request, { actor: `api key ${keyId}` })
  },
})
