import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { flagField, optionalText } from '../../../api/fields.ts'
import { updateBill } from '../update-bill.ts'
import { billWrittenShape } from './bill-answers.ts'
import { billFields, billNameField, readTerms } from './bill-fields.ts'

const UpdateBillBody = z.object({
  bill: billNameField,
  title: optionalText(100),
  publish: flagField.describe('True publishes a draft'),
  ...billFields,
})

/** POST /api/update-bill. */
export const updateBillEndpoint = defineEndpoint({
  method: 'POST',
  path: '/update-bill',
  tag: 'Bills',
  summary: 'Change a bill, or publish a draft',
  description:
    'Omitted fields do not change. The amounts cannot change once one of its payments is open or paid, because ' +
    'money may be on its way.',
  example: { bill: 'BILL-7F3KQ2M9XDVW4T6RB', due_date: '2030-12-31' },
  scope: 'payments',
  input: UpdateBillBody,
  answer: billWrittenShape,
  handle: (app, standing, { bill, title, publish, ...given }) =>
    updateBill(app, standing, bill, { title, publishes: publish, ...readTerms(given) }),
})
