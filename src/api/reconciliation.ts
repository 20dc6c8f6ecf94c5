import { z } from 'zod'
import { reconcileDay } from '../books/reconcile-day.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredDayField } from './fields.ts'

/** GET /api/reconciliation: the books of one day as a file, identical to those of the command and the dashboard. */
export const reconciliationEndpoint = defineEndpoint({
  method: 'GET',
  path: '/reconciliation',
  tag: 'Money',
  summary: 'The books of one day as CSV',
  description:
    'Lines are in the order in which they were recorded, and a line of totals ends the file: if it is missing, ' +
    'the file is truncated. Errors are JSON, as everywhere.',
  example: { day: '2026-11-21' },
  scope: ['read', 'money'],
  input: z.object({ day: requiredDayField.describe('The day, in the time zone of the installation') }),
  answer: 'dayReconciled',
  async handle(app, { accountId, mode }, { day }) {
    const lines = reconcileDay(app, { accountId, mode }, day)
    // An invalid day is refused here, before the answer starts.
    const { value: columns } = await lines.next()
    return { day, columns: String(columns), lines }
  },
})
