import type { Standing } from '../accounts/standing.ts'
import type { Needs } from '../needs.ts'
import { type Payment, paymentColumns } from './payment.ts'

export interface PaymentFilter {
  search?: string | undefined
  status?: string | undefined
  paymentMethod?: string | undefined
  paidVia?: string | undefined
  /** From this moment. */
  from?: Date | undefined
  /** Before this moment. */
  before?: Date | undefined
  page: number
  limit: number
}

// The planner sees one shape for every combination of filters; a null filter passes everything.
const conditions = `
  account_id = $1 and mode = $2
  and ($3::text is null or status = $3)
  and ($4::text is null or payment_method = $4)
  and ($5::text is null or (status = 'paid' and paid_via = $5))
  and ($6::timestamptz is null or created_at >= $6)
  and ($7::timestamptz is null or created_at < $7)
  and ($8::text is null or invoice_id ilike $8 or description ilike $8 or customer_name ilike $8
    or customer_email ilike $8 or customer_phone ilike $8)`

const listSql = `
  select ${paymentColumns()} from payment where ${conditions}
  order by created_at desc, invoice_id desc limit $9 offset $10`

const countSql = `select count(*) as total from payment where ${conditions}`

/** Payments of this account in this mode, newest first, and how many there are in all (spec 4.1). */
export async function listPayments(
  app: Needs<'sql'>,
  standing: Standing,
  filter: PaymentFilter,
): Promise<{ payments: Payment[]; total: number }> {
  const values = [
    standing.accountId,
    standing.mode,
    filter.status ?? null,
    filter.paymentMethod ?? null,
    filter.paidVia ?? null,
    filter.from ?? null,
    filter.before ?? null,
    filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null,
  ]
  const [payments, counted] = await Promise.all([
    app.sql.query<Payment>(listSql, [...values, filter.limit, (filter.page - 1) * filter.limit]),
    app.sql.query<{ total: number }>(countSql, values),
  ])
  return { payments, total: counted[0]!.total }
}
