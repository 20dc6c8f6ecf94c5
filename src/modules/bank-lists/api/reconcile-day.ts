import { z } from 'zod'
import { paginationSchema, presentPagination } from '../../../api/dialects/pagination.ts'
import { countSchema, makeShape, rupiahSchema, successSchema, timeSchema } from '../../../api/dialects/shape.ts'
import { requiredDayField } from '../../../api/fields.ts'
import { defineListEndpoint } from '../../../api/list-endpoint.ts'
import { reviewReasons, transferStates } from '../../../money/transfer.ts'
import { type DayEntry, type DaySum, type ReconciledDay, reconcileDay } from '../reconcile-day.ts'

const Sum = z.object({ count: countSchema, amount: rupiahSchema }).meta({ id: 'DaySum' })

const WitnessedMoney = z
  .object({
    transfer_id: z.int(),
    amount: rupiahSchema,
    occurred_at: timeSchema.nullable().describe('When the money moved, if a witness reports the time'),
    received_at: timeSchema,
    state: z.enum(transferStates),
    reason: z.enum(reviewReasons).nullable().meta({ title: 'ReviewReason', description: 'Why it was put in review' }),
    invoice_id: z.string().nullable().describe('The payment that it paid, or is probably for'),
    connection: z.string().describe('The connection that received it'),
    seen_by: z
      .array(z.object({ package_name: z.string(), device: z.string().nullable() }))
      .describe('The apps of phones that reported it'),
    in_list: z.boolean().describe('Whether a bank statement shows it'),
    only_in_list: z.boolean().describe('Whether only a bank statement shows it'),
  })
  .meta({ id: 'WitnessedMoney' })

const ReconciledDayShape = z.object({
  success: successSchema,
  has_list: z
    .boolean()
    .describe('Whether a bank statement covers money of the day; otherwise `not_in_list` has no meaning'),
  totals: z.object({
    all: Sum,
    paid: Sum,
    in_review: Sum,
    only_in_list: Sum,
    not_in_list: Sum.describe('Money that is on no bank statement'),
  }),
  data: z.array(WitnessedMoney),
  pagination: paginationSchema,
})

const dayReconciled = makeShape(
  ReconciledDayShape,
  ({ entries, sums, hasList, ...listed }: ReconciledDay & { page: number; limit: number }, { calendar }) => ({
    success: true,
    has_list: hasList,
    totals: {
      all: presentSum(sums.all),
      paid: presentSum(sums.paid),
      in_review: presentSum(sums.inReview),
      only_in_list: presentSum(sums.onlyListed),
      not_in_list: presentSum(sums.unlisted),
    },
    data: entries.map(entry => presentEntry(entry, date => calendar.format(date))),
    pagination: presentPagination(listed),
  }),
)

const presentSum = ({ count: number, amount }: DaySum): z.output<typeof Sum> => ({ count: number, amount })

function presentEntry(
  { transfer, phones, isListed, isOnlyListed }: DayEntry,
  moment: (date: Date) => string,
): z.output<typeof WitnessedMoney> {
  return {
    transfer_id: transfer.id,
    amount: transfer.amount,
    occurred_at: transfer.occurredAt && moment(transfer.occurredAt),
    received_at: moment(transfer.receivedAt),
    state: transfer.state,
    reason: transfer.reason,
    invoice_id: transfer.ownInvoiceId() ?? null,
    connection: transfer.connection.label,
    seen_by: phones.map(({ packageName, device }) => ({ package_name: packageName, device })),
    in_list: isListed,
    only_in_list: isOnlyListed,
  }
}

/** GET /api/reconcile-day: the money of one day and the sources that reported it. */
export const reconcileDayEndpoint = defineListEndpoint({
  path: '/reconcile-day',
  tag: 'Money',
  summary: 'The money of one day: who reported it, what it paid, and what only a bank statement shows',
  description: 'Oldest first. The totals are for the whole day.',
  example: { day: '2026-11-21' },
  scope: ['read', 'money'],
  answer: dayReconciled,
  filters: { day: requiredDayField.describe('The day, in the time zone of the installation') },
  read: (app, { accountId, mode }, query) => reconcileDay(app, { accountId, mode }, query),
})
