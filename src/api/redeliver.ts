import { z } from 'zod'
import { type Redelivery, redeliverCallbacks } from '../callbacks/redeliver.ts'
import type { Calendar } from '../lib/calendar.ts'
import { dayRule } from '../lib/calendar.ts'
import { refuseField } from '../lib/refusal.ts'
import { defineEndpoint } from './endpoint.ts'
import { checkDays, dayField, flagField, optionalText, requireText } from './fields.ts'

const RedeliverBody = z
  .object({
    invoice: optionalText(64).describe('The payment whose callback is resent'),
    failed: flagField.describe('True to resend all callbacks that failed and will not be retried'),
    start_date: dayField.describe('The first day of a range whose callbacks are resent'),
    end_date: dayField.describe('The last day of the range; defaults to today'),
  })
  .meta({ override: ({ jsonSchema }) => oneOfThree(jsonSchema) })
type RedeliverBody = z.output<typeof RedeliverBody>

/** POST /api/redeliver. */
export const redeliverEndpoint = defineEndpoint({
  method: 'POST',
  path: '/redeliver',
  tag: 'Events',
  summary: 'Resend callbacks',
  description:
    'Select the callbacks with one of invoice, failed and start_date. Each is sent with the same event id and a ' +
    "new signature to the payment's current address; a callback that is waiting for a retry is sent immediately " +
    'instead. Only one call at a time may send several callbacks: until it has finished, others get ' +
    '`rate_limited` with `Retry-After`.',
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
