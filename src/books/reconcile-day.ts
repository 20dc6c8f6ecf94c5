import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { formatCsvRow } from '../lib/csv-row.ts'
import { yieldSlicesInTurn } from '../lib/file-slices.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'

const pageSize = 150
const columns =
  'time,type,invoice_id,withdrawal_id,paid_via,reference,customer_name,description,amount,fee,net,is_withdrawable'

/**
 * Writes the books of one day (`YYYY-MM-DD`, in the installation's time zone) as lines of CSV, in the order of their
 * booking. The last line has the totals: a file without it is incomplete. Refuses `invalid_request` for an impossible
 * day, and `rate_limited` if too many files of the account are being written.
 */
export async function* reconcileDay(
  app: Needs<'em' | 'calendar'>,
  scope: Required<AccountScope>,
  day: string,
): AsyncGenerator<string> {
  const start = app.calendar.startOfDay(day)
  if (start === null) throw refuseField('day', 'is a day that exists, YYYY-MM-DD', 'not_a_day')
  const end = app.calendar.endOfDay(day)!
  for await (const lines of yieldSlicesInTurn(scope.accountId, readSlices(app, scope, { start, end }))) yield* lines
}

async function* readSlices(
  app: Needs<'em' | 'calendar'>,
  scope: Required<AccountScope>,
  { start, end }: { start: Date; end: Date },
): AsyncGenerator<string[]> {
  const sum = { amount: 0, fee: 0, net: 0 }
  yield [columns]
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
    }
    yield page.map(movement => formatMovement(app, movement))
    after = page.at(-1)?.id ?? after
    isMore = page.length === pageSize
  }
  yield [formatCsvRow(['total', '', '', '', '', '', '', '', sum.amount, sum.fee, sum.net, ''])]
}

function formatMovement({ calendar }: Needs<'calendar'>, movement: Loaded<Movement, 'payment' | 'transfer'>): string {
  const { payment } = movement
  return formatCsvRow([
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
  ])
}
