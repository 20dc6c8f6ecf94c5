import { encodeInvoiceMonth } from '../lib/ids.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'

/** The tables that `deploy/partition-*.sql` partition, with the text before the month in their key column. */
const prefixes: Record<string, string> = { payment: 'INV-', event: '', delivery: '' }

const monthsAhead = 6

/** The percentage of a page that new payments fill, so that all of them can be settled in it. */
const paymentFillFactor = 45

/**
 * Creates the partitions of the next six months for tables partitioned by month, because a month without a partition
 * accepts no payment. Returns the names of the missing ones. If one meets a lock, it is left to the next sweep.
 */
export async function makeMonths(app: Needs<'sql' | 'transaction' | 'now'>): Promise<string[]> {
  const divided = await app.sql.query(dividedTablesSql, { tables: Object.keys(prefixes) })
  const missing = divided.flatMap(table => monthsMissing(table, app.now()))
  for (const { partition, ...range } of missing) {
    await app.transaction('installation', async tx => {
      await tx.write(giveUpSoonSql)
      await tx.write(createPartitionSql(partition, range))
    })
  }
  return missing.map(({ partition }) => partition)
}

function monthsMissing({ name: table, partitions }: DividedTable, now: Date) {
  const valueAt = (month: Date) => `${prefixes[table]}${encodeInvoiceMonth(month)}`
  return Array.from({ length: monthsAhead }, (_, at) => {
    const month = startOfMonth(now, at + 1)
    const partition = `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`
    return { partition, table, from: valueAt(month), to: valueAt(startOfMonth(now, at + 2)) }
  }).filter(({ partition }) => !partitions.includes(partition))
}

function startOfMonth(now: Date, ahead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
}

interface DividedTable {
  name: string
  partitions: string[]
}

// Lists the tables partitioned by month, each with its partitions. The catalogue has no entity.
const dividedTablesSql = statement<{ tables: string[] }, DividedTable>(`
  select c.relname as name, array(
    select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = c.oid) as partitions
  from pg_class c
  where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and c.relname = any(:tables::text[])
  order by c.relname`)

// Payments queue behind a statement that waits for this lock, so it times out soon.
const giveUpSoonSql = "set local lock_timeout = '2s'"

// `from` is the first value of the partition, `to` the first of the next one.
const createPartitionSql = (partition: string, { table, from, to }: { table: string; from: string; to: string }) =>
  `create table if not exists ${partition} partition of ${table} for values from ('${from}') to ('${to}')
    ${table === 'payment' ? `with (fillfactor = ${paymentFillFactor})` : ''}`
