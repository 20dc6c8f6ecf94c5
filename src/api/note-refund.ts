import { z } from 'zod'
import { noteRefund } from '../books/note-refund.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredId } from './fields.ts'

const NoteRefundBody = z.object({
  invoice: requiredId('is the id of a payment, as create-payment answers it'),
})

/** POST /api/note-refund: the merchant returned the money of a paid payment. */
export const noteRefundEndpoint = defineEndpoint({
  method: 'POST',
  path: '/note-refund',
  tag: 'Money',
  summary: 'Record that you returned the money of a paid payment',
  description:
    'Sends no money. The books get a single line for it, even if it is recorded repeatedly, and the balance does ' +
    'not change. Once all money of a store order is recorded as returned, its customer is owed nothing and is ' +
    'notified.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN' },
  scope: 'money',
  input: NoteRefundBody,
  answer: 'refundNoted',
  handle: (app, standing, { invoice }, { keyId }) => noteRefund(app, standing, invoice, { actor: `api key ${keyId}` }),
})
