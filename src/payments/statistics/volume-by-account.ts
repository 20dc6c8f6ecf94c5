import type { Mode } from '../../database/scope.ts'
import { moveDay } from '../../lib/calendar.ts'
import { statement } from '../../lib/statement.ts'
import type { Needs } from '../../needs.ts'

/** What came in for payments by the day of their creation, in whole rupiah, and how many of them were paid. */
export interface Volume {
  today: number
  paidToday: number
  /** Of seven days, today included. */
  week: number
  /** Of thirty days, today included. */
  month: number
  paidMonth: number
}

export interface AccountVolume extends Volume {
  accountId: number
  /** When its newest payment was made. */
  lastAt: Date | null
}

const days = 30
const weekDays = 7
const accountsShown = 10

/** The money of the last thirty days over all accounts in one mode, and of the accounts with the most of it. */
export async function volumeByAccount(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  mode: Mode,
): Promise<{ whole: Volume; accounts: AccountVolume[] }> {
  const today = app.calendar.formatDay(app.now())
  const values = {
    mode,
    zone: app.calendar.zone,
    today,
    weekFrom: moveDay(today, 1 - weekDays),
    monthFrom: moveDay(today, 1 - days),
    limit: accountsShown,
  }
  return app.slowly(async ({ sql }) => {
    const [whole] = await sql.query(wholeSql, values)
    return { whole: whole!, accounts: await sql.query(accountsSql, values) }
  })
}

interface Asked {
  mode: Mode
  /** The installation's time zone. */
  zone: string
  /** `YYYY-MM-DD`. */
  today: string
  weekFrom: string
  monthFrom: string
  limit: number
}

// Days that were folded and changes that were not, in one snapshot, as in the statistics of one account.
const counted = `
  select account_id, day, paid, revenue from payment_day where mode = :mode::text and day >= :monthFrom::date
  union all
  select account_id, (created_at at time zone :zone::text)::date, paid, revenue
  from payment_delta where mode = :mode::text and (created_at at time zone :zone::text)::date >= :monthFrom::date`

const sums = `
  coalesce(sum(revenue) filter (where day >= :today::date), 0)::bigint as today,
  coalesce(sum(paid) filter (where day >= :today::date), 0)::bigint as "paidToday",
  coalesce(sum(revenue) filter (where day >= :weekFrom::date), 0)::bigint as week,
  coalesce(sum(revenue), 0)::bigint as month,
  coalesce(sum(paid), 0)::bigint as "paidMonth"`

const wholeSql = statement<Asked, Volume>(`
  select ${sums}, :limit::integer as shown from (${counted}) as counted`)

const accountsSql = statement<Asked, AccountVolume>(`
  with best as (
    select account_id, ${sums} from (${counted}) as counted group by account_id
    order by month desc, account_id limit :limit::integer)
  select account_id as "accountId", today, "paidToday", week, month, "paidMonth",
    (select max(created_at) from payment where payment.account_id = best.account_id and mode = :mode::text) as "lastAt"
  from best order by month desc, account_id`)
