import { connectors } from '../../src/connectors/index.ts'
import { findViolations, type Violation } from '../../src/doctor/find-violations.ts'
import { createClock } from '../../src/lib/clock.ts'
import type { Database } from '../../src/lib/sql.ts'
import type { Ledger } from './customers.ts'

export interface Audit {
  created: number
  paid: number
  callbacks: number
  violations: Violation[]
}

/** Audits the books alone, and then against the records of the customers, the providers and the merchant's backend. */
export async function auditBooks(sql: Database, ledger: Ledger): Promise<Audit> {
  const violations = await findFaults(sql, [...witnesses(ledger), ...moneyWitnesses])
  return { ...(await counted(sql)), violations }
}

/**
 * Checks the invariants of the books, and compares the books with the providers' money and with the knowledge of `more`
 * witnesses.
 */
export async function auditMoney(sql: Database, more: Witness[]): Promise<Violation[]> {
  return findFaults(sql, [...more, ...moneyWitnesses])
}

async function findFaults(sql: Database, witnesses: Witness[]): Promise<Violation[]> {
  const clock = createClock({ sql, shared: true })
  await clock.refresh()
  const violations = await findViolations({ sql, now: clock.now, connectors })
  for (const { id, sentence, query, values } of witnesses) {
    const rows = await sql.query(`select * from (${query}) exceptions limit 20`, values)
    if (rows.length > 0) violations.push({ id, sentence, rows })
  }
  return violations
}

/** Counts the objects still in progress. */
export async function countUnfinished(sql: Database): Promise<number> {
  const rows = await sql.query<{ count: number }>(`
    select (select count(*) from payment where status = 'pending') + (${moneyUnderWay}) as count`)
  return rows[0]!.count
}

/** Counts the received money that the merchant has not been notified of. */
export async function countUnfinishedMoney(sql: Database): Promise<number> {
  const rows = await sql.query<{ count: number }>(`select (${moneyUnderWay}) as count`)
  return rows[0]!.count
}

// The provider's names of its money, the receiving account, and the product's record of it.
const unseenMoney = `
  select m.reference, m.amount, t.state from (
    select account as purse, reference, amount from sandbox.transfer
    union all
    select mid, id::text, amount from sandbox.code where paid_at is not null) m
  join receiving_account r on r.external_id = m.purse
  left join transfer t on t.receiving_account_id = r.id and t.reference = m.reference
  where t.id is null or t.amount <> m.amount`

const moneyUnderWay = `
  select (select count(*) from delivery where state = 'pending')
    + (select count(*) from transfer where state = 'unsettled')
    + (select count(*) from (${unseenMoney}) unseen)`

export interface Witness {
  id: string
  sentence: string
  query: string
  values: unknown[]
}

const moneyWitnesses: Witness[] = [
  { id: 'money seen', sentence: 'all money is stored, each of it once', query: unseenMoney, values: [] },
  {
    id: 'money in time',
    sentence: 'money that came in time paid its payment, unless that was cancelled',
    query: `
      select t.invoice_id, t.reference, p.status, t.reason from transfer t
      join payment p on p.invoice_id = t.invoice_id
      where t.occurred_at <= p.expires_at and p.status not in ('paid', 'cancelled')`,
    values: [],
  },
]

function witnesses(ledger: Ledger): Witness[] {
  const created = [...ledger.created].map(([key, payment]) => ({ key, ...payment }))
  return [
    {
      id: 'acknowledged',
      sentence: 'every create that was answered with 200 exists, under its key and with its amount',
      query: `
        select told.* from jsonb_to_recordset($1::jsonb) as told("key" text, "invoiceId" text, "finalAmount" bigint)
        left join idempotency i on i.key = told."key"
        left join payment p on p.invoice_id = told."invoiceId" and p.final_amount = told."finalAmount"
        where p.invoice_id is null or i.invoice_id is distinct from p.invoice_id`,
      values: [JSON.stringify(created)],
    },
    {
      id: 'cancelled',
      sentence: 'a payment whose cancellation was acknowledged stays cancelled',
      query: `select invoice_id, status from payment where invoice_id = any($1) and status <> 'cancelled'`,
      values: [[...ledger.cancelled]],
    },
    {
      id: 'money taken',
      sentence: 'what a provider took is still there: the world outside forgets nothing',
      query: `
        select reference from unnest($1::text[]) as reference
        where not exists (select 1 from sandbox.transfer w where w.reference = reference)
          and not exists (select 1 from sandbox.code c where c.transfer_reference = reference)`,
      values: [ledger.money.map(({ reference }) => reference)],
    },
    {
      id: 'callbacks',
      sentence: "every paid payment's callback arrived, well signed, always under the id of its event",
      query: `
        select p.invoice_id, r.arrived from payment p
        join event e on e.subject = p.invoice_id and e.type = 'payment.paid'
        cross join lateral (
          select count(*) as arrived, bool_and(signature_ok and standard_ok) as well_signed,
            bool_and(headers->>'webhook-id' = e.id::text) as same_id
          from sandbox.received where headers->>'x-invoice-id' = p.invoice_id) r
        where p.status = 'paid' and not (r.arrived > 0 and r.well_signed and r.same_id)`,
      values: [],
    },
  ]
}

async function counted(sql: Database): Promise<Omit<Audit, 'violations'>> {
  const rows = await sql.query<Omit<Audit, 'violations'>>(`
    select (select count(*) from payment) as created, (select count(*) from payment where status = 'paid') as paid,
      (select count(*) from sandbox.received) as callbacks`)
  return rows[0]!
}
