import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { findBill } from '../find-bill.ts'
import { listWaysToPayBill } from '../ways-to-pay-bill.ts'
import { billCheckedShape } from './bill-answers.ts'
import { billNameField } from './bill-fields.ts'

/** GET /api/check-bill. */
export const checkBillEndpoint = defineEndpoint({
  method: 'GET',
  path: '/check-bill',
  tag: 'Bills',
  summary: 'One bill, with its payments',
  example: { bill: 'BILL-7F3KQ2M9XDVW4T6RB' },
  scope: ['read', 'payments'],
  input: z.object({ bill: billNameField }),
  answer: billCheckedShape,
  async handle(app, standing, { bill: name }) {
    const { accountId, mode } = standing
    const found = await findBill(app, { accountId, mode }, name)
    const { bill } = found
    return { ...found, ways: bill.isPayableAt(app.now()) ? listWaysToPayBill(app, standing, bill) : null }
  },
})
