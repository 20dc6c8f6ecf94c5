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
    .describe('Defaults to the amount that is not refunded yet'),
  reason: optionalText(refundReasonMax).describe('The reason, shown to you and to the customer'),
  restock: z
    .boolean('is true or false')
    .nullish()
    .describe("Whether to restock the order's goods that have counted stock and are still sold"),
})

/** POST /api/refund-payment: returns all or part of the money of a paid payment. */
export const refundPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/refund-payment',
  tag: 'Money',
  summary: 'Refund a paid payment, in full or in part',
  description:
    "If the payment's provider supports refunds (Midtrans, Xendit), the refund is sent through it: it is " +
    '`requested`, then `sent`, and counts once it has `succeeded`. Otherwise no money is sent: you have returned ' +
    'it yourself, and it counts immediately. Simultaneous requests never refund more than was paid. If a request ' +
    'gets no response, repeat it with the same `Idempotency-Key`.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN', amount: 15_000, reason: 'The cup was broken' },
  scope: 'money',
  input: RefundPaymentBody,
  answer: 'paymentRefunded',
  async handle(app, standing, { invoice, amount, reason, restock }, { keyId }) {
    const request = { invoiceId: invoice, amount: amount ?? undefined, reason, restock: restock ?? undefined }
    return refundPayment(app, standing, request, { actor: `api key ${keyId}` })
  },
})
