import { z } from 'zod'
import { type Redelivery, redeliverCallbacks } from '../callbacks/redeliver.ts'
import type { Calendar } from '../lib/calendar.ts'
import { refuseField } from '../lib/refusal.ts'
import { defineEndpoint } from './endpoint.ts'
import { checkDays, dayField, dayRule, flagField, optionalText, requireText } from './fields.ts'

const RedeliverBody = z
  .object({
    invoice: optionalText(64).describe('The callback of this payment'),
    failed: flagField.describe('All that nobody took and nobody tries any more'),
    start_date: dayField.describe('All of these days, the first of them'),
    end_date: dayField.describe('The last of them; today when omitted'),
  })
  .meta({ override: ({ jsonSchema }) => oneOfThree(jsonSchema) })
type RedeliverBody = z.output<typeof RedeliverBody>

/** POST /api/redeliver. */
export const redeliverEndpoint = defineEndpoint({
  method: 'POST',
  path: '/redeliver',
  tag: 'Events',
  summary: 'Send callbacks again',
  description:
    'One of invoice, failed and start_date says which. The same event id, signed anew, to the address that the ' +
    'payment has today; what waits for a retry leaves at once instead. Many are sent one call at a time: while ' +
    'others are still leaving, `rate_limited` with `Retry-After`.',
  example: { failed: true },
  scope: 'payments',
  input: RedeliverBody,
  answer: 'redelivered',
  async handle(app, owner, input, { keyId }) {
    return {
      redelivered: await redeliverCallbacks(app, {
        owner,
        which: chooseDeliveries(app, input),
        by: `api key ${keyId}`,
      }),
    }
  },
})

/** Documents the rule that `chooseDeliveries` enforces. */
function oneOfThree(jsonSchema: object): void {
  Object.assign(jsonSchema, {
    oneOf: [
      requireText('invoice'),
      { properties: { failed: { const: true } }, required: ['failed'] },
      requireText('start_date'),
    ],
    if: requireText('end_date'),
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: requireText('start_date'),
  })
}

function chooseDeliveries(app: { calendar: Calendar; now(): Date }, input: RedeliverBody): Redelivery {
  const { invoice, failed = false, start_date, end_date } = input
  if ([invoice !== undefined, failed, start_date !== undefined].filter(Boolean).length !== 1) {
    throw refuseField(
      'invoice',
      'is given, or failed is true, or start_date says from when: one of the three',
      'missing',
    )
  }
  if (end_date !== undefined && start_date === undefined)
    throw refuseField('end_date', 'is given with start_date alone', 'conflicting')
  if (invoice !== undefined) return { invoiceId: invoice }
  if (start_date === undefined) return { failed: true }
  const from = app.calendar.startOfDay(start_date)
  if (from === null) throw refuseField('start_date', dayRule, 'not_a_day')
  const to = end_date === undefined ? app.now() : app.calendar.endOfDay(end_date)
  if (to === null) throw refuseField('end_date', dayRule, 'not_a_day')
  checkDays(start_date, end_date)
  return { from, to }
}
