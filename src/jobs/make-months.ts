import { monthOf } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { createPartitionSql, dividedTablesSql, giveUpSoonSql } from './make-months-sql.ts'

/** What `deploy/partition-*.sql` divide, and what stands before the month in the column that they go by. */
const prefixes: Record<string, string> = { payment: 'INV-', event: '', delivery: '' }

const monthsAhead = 6

/**
 * Makes the coming six months of the tables that are divided by months, because a month without a partition takes no payment. Returns the names
 * of those that were missing. One that meets a lock gives up, and the next sweep tries again.
 */
export async function makeMonths(app: Needs<'sql' | 'transaction' | 'now'>): Promise<string[]> {
  const divided = await app.sql.query<Divided>(dividedTablesSql, [Object.keys(prefixes)])
  const missing = divided.flatMap(table => monthsMissing(table, app.now()))
  for (const { partition, ...range } of missing) {
    await app.transaction('installation', async tx => {
      await tx.write(giveUpSoonSql)
      await tx.write(createPartitionSql(partition, range))
    })
  }
  return missing.map(({ partition }) => partition)
}

interface Divided {
  name: string
  partitions: string[]
}

function monthsMissing({ name: table, partitions }: Divided, now: Date) {
  const valueAt = (month: Date) => `${prefixes[table]}${monthOf(month)}`
  return Array.from({ length: monthsAhead }, (_, at) => {
    const month = startOfMonth(now, at + 1)
    const partition = `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`
    return { partition, table, from: valueAt(month), to: valueAt(startOfMonth(now, at + 2)) }
  }).filter(({ partition }) => !partitions.includes(partition))
}

function startOfMonth(now: Date, ahead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
}
