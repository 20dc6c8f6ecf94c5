import pg from 'pg'

/** The payments of an account in a filled database. */
export interface PaymentFill {
  accountId: number
  rows: number
  /** A letter by which the invoices of two accounts differ. */
  letter: string
}

const batch = 500_000

/**
 * Writes payments as after years of trade, three seconds apart, ending now, and their daily totals. Indexes are created
 * afterwards, which takes a tenth of the time. The tables are not analysed.
 */
export async function fillPayments(
  connection: pg.ClientConfig,
  zone: string,
  fills: readonly PaymentFill[],
): Promise<void> {
  // The application's connections are not used, because their statements may last only some seconds.
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off")
    // The rows that the triggers would write and look up one by one are summed below, or known to exist.
    await client.query('set session_replication_role = replica')
    const indexes = await dropIndexes(client)
    for (const { accountId, rows, letter } of fills) {
      for (let first = 1; first <= rows; first += batch) {
        const last = Math.min(rows, first + batch - 1)
        await client.query(insertPayments, [accountId, rows, letter, first, last])
      }
    }
    const accounts = fills.map(({ accountId }) => accountId)
    await client.query(insertStates, [accounts])
    for (const definition of indexes) await client.query(definition)
    await client.query(insertTotals, [zone, accounts])
    await client.query(insertHours, [accounts])
  } finally {
    await client.end()
  }
}

/** Drops all indexes that are not constraints; returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where tablename in ('payment', 'payment_state') and indexname not in (select conname from pg_constraint)`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

/** Returns the account with this name. */
export async function findAccountByName(connection: pg.ClientConfig, name: string): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query('select id from account where name = $1', [name])
  await client.end()
  return Number(rows[0].id)
}

const insertPayments = `
  insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
    description,
    customer_name, customer_email, created_at, expires_at, paid_at, paid_amount, paid_via, ended_at)
  select 'INV-' || $3::text || lpad(n::text, 19, '0'), $1::bigint, 'test', m.method, 20000, 1 + n % 999,
    20001 + n % 999, s.status,
    'Pesanan ' || (array['kopi', 'teh', 'nasi', 'mi', 'roti'])[1 + n % 5] || ' meja ' || n % 40 ||
      case when n % 100000 = 7 then ' durian montong' else '' end,
    'Pelanggan ' || n, 'p' || n || '@toko.example', t.at, t.at + interval '30 minutes',
    case s.status when 'paid' then t.at end, case s.status when 'paid' then 20001 + n % 999 end,
    case s.status when 'paid' then m.method end, case s.status when 'pending' then null else t.at end
  from generate_series($4::integer, $5::integer) as n
  cross join lateral (select now() - ($2::integer - n) * interval '3 seconds' as at) t
  cross join lateral (select (array['qris', 'wallet_direct', 'qris_user'])[1 + n % 3] as method) m
  cross join lateral (select (array['paid', 'paid', 'paid', 'expired', 'cancelled',
    -- Older ones would have expired.
    case when t.at > now() - interval '25 minutes' then 'pending' else 'expired' end])[1 + n / 3 % 6] as status) s`

const stateColumns = `account_id, mode, status, created_at, invoice_id, payment_method, expires_at, paid_at, paid_via,
    paid_reff_num, payer_name`

const insertStates = `
  insert into payment_state (${stateColumns})
  select ${stateColumns} from payment where account_id = any($1::bigint[]) and invoice_id like 'INV-_000000%'`

// Today has its own totals if the shop was running.
const added = ['total', 'pending', 'paid', 'expired', 'cancelled', 'revenue', 'unique_codes']
  .map(column => `${column} = payment_day.${column} + excluded.${column}`)
  .join(', ')

const insertTotals = `
  insert into payment_day (account_id, mode, day, payment_method, paid_via, total, pending, paid, expired, cancelled,
    revenue, unique_codes)
  select account_id, mode, (created_at at time zone $1::text)::date, payment_method, coalesce(paid_via, ''), count(*),
    count(*) filter (where status = 'pending'), count(*) filter (where status = 'paid'),
      count(*) filter (where status = 'expired'),
    count(*) filter (where status = 'cancelled'), coalesce(sum(paid_amount), 0),
      coalesce(sum(unique_code) filter (where status = 'paid'), 0)
  from payment where account_id = any($2::bigint[]) and invoice_id like 'INV-_000000%' group by 1, 2, 3, 4, 5
  on conflict (account_id, mode, day, payment_method, paid_via) do update set ${added}`

const insertHours = `
  insert into payment_hour (account_id, mode, hour, total, paid, revenue)
  select account_id, mode, date_trunc('hour', created_at, 'UTC'), count(*), count(*) filter (where status = 'paid'),
    coalesce(sum(paid_amount), 0)
  from payment where account_id = any($1::bigint[]) and invoice_id like 'INV-_000000%' group by 1, 2, 3
  on conflict (account_id, mode, hour) do update set total = payment_hour.total + excluded.total,
    paid = payment_hour.paid + excluded.paid, revenue = payment_hour.revenue + excluded.revenue`
