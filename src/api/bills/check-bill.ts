import { z } from 'zod'
import { findBill } from '../../bills/find-bill.ts'
import { endpoint } from '../endpoint.ts'
import { aBill } from './bill-fields.ts'

/** GET /api/check-bill. */
export const checkBillEndpoint = endpoint({
  method: 'GET',
  path: '/check-bill',
  tag: 'Bills',
  summary: 'One bill, with its payments',
  example: { bill: 'BILL-7F3KQ2M9XDVW4T6RB' },
  scope: ['read', 'payments'],
  input: z.object({ bill: aBill }),
  answer: 'billChecked',
  handle: (app, { accountId, mode }, { bill }) => findBill(app, { accountId, mode }, bill),
})
