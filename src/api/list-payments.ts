import { z } from 'zod'
import type { Calendar } from '../lib/calendar.ts'
import { dayRule } from '../lib/calendar.ts'
import { refuseField } from '../lib/refusal.ts'
import { paymentMethodIds } from '../methods/method.ts'
import { listPayments } from '../payments/list-payments.ts'
import { paymentStatuses } from '../payments/payment.ts'
import { referenceMax } from '../payments/payment-reference.ts'
import { readCursor } from './cursor.ts'
import { defineEndpoint } from './endpoint.ts'
import { checkDays, dayField, optionalText, optionalWord, queryNumber } from './fields.ts'

const cursorRule = 'is the next_cursor of an answer'

const ListPaymentsQuery = z.object({
  search: optionalText(200).describe(
    "Search in the invoice id, description, customer's name, e-mail and phone, reference and metadata",
  ),
  reference: optionalText(referenceMax).describe('Only payments with this reference, newest first'),
  status: optionalWord(paymentStatuses),
  payment_method: optionalWord([...paymentMethodIds, 'all']),
  paid_via: optionalWord(paymentMethodIds),
  start_date: dayField.describe('The first day, in the time zone of the installation'),
  end_date: dayField.describe('The last day'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, cursorRule)
    .optional()
    .describe('next_cursor of the previous page; distant pages load as fast as the first'),
})

/** GET /api/list-payments (contract 4.1). Both days are inclusive, in the installation's time zone. */
export const listPaymentsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-payments',
  tag: 'Payments',
  summary: 'Payments, with filters and pagination',
  example: { status: 'paid', limit: 5 },
  scope: ['read', 'payments'],
  input: ListPaymentsQuery,
  answer: 'paymentsListed',
  async handle(app, standing, input) {
    const { page, limit, start_date, end_date } = input
    if (input.search !== undefined && input.reference !== undefined) {
      throw refuseField('reference', 'is looked for by itself: leave search out', 'conflicting')
    }
    const from = readDay(app.calendar, 'start_date', start_date)?.start
    const before = readDay(app.calendar, 'end_date', end_date)?.end
    checkDays(start_date, end_date)
    const listed = await listPayments(app, standing, {
      search: input.search,
      reference: input.reference,
      status: input.status,
      // In the simple dialect, the filter `all` means every method.
      paymentMethod: input.payment_method === 'all' ? undefined : input.payment_method,
      paidVia: input.paid_via,
      from,
      before,
      firstDay: start_date,
      lastDay: end_date,
      page,
      limit,
      cursor: readPlace(input.cursor),
    })
    return { ...listed, page, limit }
  },
})

function readDay(
  calendar: Calendar,
  path: string,
  day: string | undefined,
): { start: Date; end: Date | undefined } | null {
  if (day === undefined) return null
  const start = calendar.startOfDay(day)
  if (start === null) throw refuseField(path, dayRule, 'not_a_day')
  return { start, end: calendar.endOfDay(day) ?? undefined }
}

function readPlace(cursor: string | undefined): { createdAt: Date; invoiceId: string } | undefined {
  if (cursor === undefined) return undefined
  const place = readCursor(cursor, /^INV-[0-9A-Z]{20}$/)
  if (place === null) throw refuseField('cursor', cursorRule, 'malformed')
  return { createdAt: place.at, invoiceId: place.id }
}
