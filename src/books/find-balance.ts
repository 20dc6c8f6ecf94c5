import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'
import { Withdrawal } from './withdrawal.ts'

/** A balance in whole rupiah. */
export interface Balance {
  /** The amount that can be withdrawn now. */
  available: number
  /** The sum of requested and approved withdrawals, already deducted. */
  underway: number
}

/**
 * Returns the sum of `qris` payments minus withdrawals in one mode; money of other methods goes directly to the
 * merchant.
 */
export async function findBalance(app: Needs<'em' | 'slowly'>, scope: Required<AccountScope>): Promise<Balance> {
  return app.slowly(async () => {
    const em = app.em(scope)
    const underway = await em
      .qb(Withdrawal)
      .select(raw('coalesce(sum(amount), 0)::bigint as total'))
      .where({ account: scope.accountId, mode: scope.mode, status: { $in: ['requested', 'approved'] } })
      .execute<{ total: number | string }>('get', false)
    return { available: await sumAvailable(em, scope), underway: Number(underway.total) }
  }, scope)
}

/** Returns the sum of the books, in whole rupiah. */
export async function sumAvailable(em: EntityManager, scope: Required<AccountScope>): Promise<number> {
  const { total } = await em
    .qb(Movement)
    .select(raw('coalesce(sum(net), 0)::bigint as total'))
    .where({ account: scope.accountId, mode: scope.mode, isWithdrawable: true })
    .execute<{ total: number | string }>('get', false)
  return Number(total)
}
