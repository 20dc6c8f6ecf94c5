import { raw } from '@mikro-orm/core'
import type { Mode } from '../database/scope.ts'
import { formatRupiah } from '../lib/money.ts'
import { Transfer, type TransferState, transferStates } from '../money/transfer.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'

export interface TransferSum {
  count: number
  /** The sum, in whole rupiah. */
  amount: number
}

/**
 * The sums of all money that arrived, by its outcome; together they are complete. `sold` is the amount that the books
 * have for the settled transfers.
 */
export type TransferSums = Record<TransferState | 'total' | 'sold', TransferSum>

/** Adds up the transfers of one account in one mode, or of all accounts. */
export async function sumTransfers(
  app: Needs<'slowly'>,
  { accountId, mode }: { accountId?: number; mode: Mode },
): Promise<TransferSums> {
  return app.slowly(
    async reads => {
      const em = reads.em(accountId === undefined ? 'installation' : { accountId, mode })
      const rows: { state: TransferState; count: string; amount: string }[] = await em
        .createQueryBuilder(Transfer, 't')
        .select(['t.state', raw('count(*) as count'), raw('sum(t.amount) as amount')])
        .where({ ...(accountId === undefined ? {} : { account: accountId }), connection: { mode } })
        .groupBy('t.state')
        .execute('all')
      const [sales]: { count: string; amount: string | null }[] = await em
        .createQueryBuilder(Movement, 'm')
        .select([raw('count(*) as count'), raw('sum(m.amount) as amount')])
        .where({ ...(accountId === undefined ? {} : { account: accountId }), mode, kind: 'sale' })
        .execute('all')
      const sums = transferStates.map((state): [TransferState, TransferSum] => {
        const row = rows.find(row => row.state === state)
        return [state, { count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) }]
      })
      const total = {
        count: sums.reduce((count, [, each]) => count + each.count, 0),
        amount: sums.reduce((amount, [, each]) => amount + each.amount, 0),
      }
      const sold = { count: Number(sales!.count), amount: Number(sales!.amount ?? 0) }
      return { ...(Object.fromEntries(sums) as Record<TransferState, TransferSum>), total, sold }
    },
    accountId === undefined ? undefined : { accountId },
  )
}

const words: Record<TransferState, string> = {
  settled: 'settled',
  review: 'in review',
  unsettled: 'not settled yet',
  refunded: 'returned',
  ignored: 'ignored',
}

/** Formats the sums as `Rp 90.000 arrived = Rp 70.000 settled + Rp 20.000 in review + ...`. */
export function formatSums(sums: TransferSums): string {
  const parts = transferStates
    .filter(state => state !== 'unsettled' || sums.unsettled.count > 0)
    .map(state => `${formatRupiah(sums[state].amount)} ${words[state]}`)
  return `${formatRupiah(sums.total.amount)} arrived = ${parts.join(' + ')}`
}
