import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { closeBill } from '../close-bill.ts'
import { billWrittenShape } from './bill-answers.ts'
import { billNameField } from './bill-fields.ts'

/** POST /api/close-bill. */
export const closeBillEndpoint = defineEndpoint({
  method: 'POST',
  path: '/close-bill',
  tag: 'Bills',
  summary: 'Close a bill',
  description: 'Its open payments are cancelled with it; money that arrives for them anyway waits for review.',
  example: { bill: 'BILL-7F3KQ2M9XDVW4T6RB' },
  scope: 'payments',
  input: z.object({ bill: billNameField }),
  answer: billWrittenShape,
  handle: (app, { accountId, mode }, { bill }) => closeBill(app, { accountId, mode }, bill),
})
