import { raw } from '@mikro-orm/core'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Transfer, type TransferState, transferStates } from './transfer.ts'

export interface TransferSum {
  count: number
  /** Whole rupiah. */
  amount: number
}

/** All money that arrived, by what became of it: nothing is left over. */
export type TransferSums = Record<TransferState | 'total', TransferSum>

/** Adds up the transfers of one account in one mode. */
export async function sumTransfers(
  app: Needs<'em' | 'slowly'>,
  owner: { accountId: number; mode: Mode },
): Promise<TransferSums> {
  return app.slowly(async () => {
    const rows: { state: TransferState; count: string; amount: string }[] = await app
      .em(owner)
      .createQueryBuilder(Transfer, 't')
      .select(['t.state', raw('count(*) as count'), raw('sum(t.amount) as amount')])
      .where({ account: owner.accountId, connection: { mode: owner.mode } })
      .groupBy('t.state')
      .execute('all')
    const sums = transferStates.map((state): [TransferState, TransferSum] => {
      const row = rows.find(found => found.state === state)
      return [state, { count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) }]
    })
    const total = {
      count: sums.reduce((count, [, each]) => count + each.count, 0),
      amount: sums.reduce((amount, [, each]) => amount + each.amount, 0),
    }
    return { ...(Object.fromEntries(sums) as Record<TransferState, TransferSum>), total }
  })
}
