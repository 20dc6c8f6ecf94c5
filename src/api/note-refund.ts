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
  summary: 'Note that you returned the money of a paid payment',
  description:
    'Sends no money. The books get one line for it, however often it is noted, and the balance stays as it is. ' +
    'A store order owes its customer nothing any more once all of its money is noted, and the customer is told.',
  example: { invoice: 'INV-CZSRHR2XGY9QFHM5YCHN' },
  scope: 'money',
  input: NoteRefundBody,
  answer: 'refundNoted',
  handle: (app, standing, { invoice }, { keyId }) => noteRefund(app, standing, invoice, { actor: `api key ${keyId}` }),
})
