import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'

const pageSize = 1000
const columns =
  'time,type,invoice_id,withdrawal_id,paid_via,reference,customer_name,description,amount,fee,net,is_withdrawable'

/**
 * The books of one day (`YYYY-MM-DD`, in the installation's time zone) as lines of CSV, in the order in which they were
 * written, with a line of totals at the end: without it the file is cut off. Refuses `invalid_request` for no such day.
 */
export async function* reconcileDay(
  app: Needs<'em' | 'calendar'>,
  scope: Required<AccountScope>,
  day: string,
): AsyncGenerator<string> {
  const start = app.calendar.startOfDay(day)
  if (start === null) throw refuseField('day', 'is a day that exists, YYYY-MM-DD')
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const end = app.calendar.startOfDay(next)!
  const sum = { amount: 0, fee: 0, net: 0 }
  yield columns
  for (let after = 0, isMore = true; isMore; ) {
    const page = await app
      .em(scope)
      .find(
        Movement,
        { createdAt: { $gte: start, $lt: end }, id: { $gt: after } },
        { orderBy: { id: 'asc' }, limit: pageSize, populate: ['payment', 'transfer'] },
      )
    for (const movement of page) {
      for (const part of ['amount', 'fee', 'net'] as const) sum[part] += movement[part]
      yield lineOf(app, movement)
    }
    after = page.at(-1)?.id ?? after
    isMore = page.length === pageSize
  }
  yield ['total', '', '', '', '', '', '', '', sum.amount, sum.fee, sum.net, ''].map(cell).join(',')
}

function lineOf({ calendar }: Needs<'calendar'>, movement: Loaded<Movement, 'payment' | 'transfer'>): string {
  const { payment } = movement
  return [
    calendar.format(movement.createdAt),
    movement.kind,
    payment?.invoiceId ?? null,
    movement.withdrawal?.id ?? null,
    payment?.paidVia ?? null,
    movement.transfer?.reference ?? null,
    payment?.customerName ?? null,
    payment?.description ?? null,
    movement.amount,
    movement.fee,
    movement.net,
    movement.isWithdrawable ? 1 : 0,
  ]
    .map(cell)
    .join(',')
}

// What a spreadsheet would run as a formula, also after blanks and in full-width forms.
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
