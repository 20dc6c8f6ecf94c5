import type { Tx } from '../database/transaction.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

const deltaMax = 1_000_000

/**
 * Adds so many to a counted variant, or takes so many of the available away; returns how many are available.
 * Refuses `not_found`, and `invalid_request` for a variant that is not counted or more taken than there are.
 */
export async function restock(
  app: Needs<'sql' | 'transaction' | 'now'>,
  accountId: number,
  variantId: string,
  delta: number,
): Promise<number> {
  if (!Number.isInteger(delta) || delta === 0 || Math.abs(delta) > deltaMax) {
    throw refuseField('delta', `is a whole number, not 0, of ${deltaMax} at most`)
  }
  return app.transaction({ accountId }, async tx => {
    const [variant] = await tx.query<{ id: number; stockMode: string }>(
      'select id, stock_mode as "stockMode" from variant where public_id = $1 and account_id = $2',
      [variantId, accountId],
    )
    if (!variant) throw new Refusal('not_found', 'There is no such variant')
    if (variant.stockMode !== 'counter') throw refuseField('variant', 'is not counted')
    const available = await changeStock(tx, { accountId, variantId: variant.id, delta, reason: 'restock' }, app.now())
    if (available === null) throw refuseField('delta', 'takes away more than is available')
    return available
  })
}

export interface StockChange {
  accountId: number
  variantId: number
  delta: number
  reason: 'import' | 'restock'
}

/** Changes what is available, and writes it down; null when there is not so much to take away. */
export async function changeStock(tx: Tx, change: StockChange, now: Date): Promise<number | null> {
  const rows = await tx.query<{ available: number }>(changeSql, [
    change.variantId,
    change.accountId,
    change.delta,
    change.reason,
    now,
  ])
  return rows[0]?.available ?? null
}

const changeSql = `
  with changed as (
    update stock set available = available + $3 where variant_id = $1 and available + $3 >= 0 returning available),
  noted as (
    insert into stock_change (variant_id, account_id, delta, reason, created_at)
    select $1, $2, $3, $4, $5 from changed)
  select available from changed`
