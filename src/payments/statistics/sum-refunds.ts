import { raw } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { ReadAccess } from '../../database/slow-reads.ts'
import { Payment } from '../payment.ts'

/** Returns the refunds of payments created in a period, in whole rupiah. */
export async function sumRefunds(
  { em }: ReadAccess,
  { accountId, mode }: Required<AccountScope>,
  { from, before }: { from: Date; before?: Date },
): Promise<number> {
  const createdAt = { $gte: from, ...(before && { $lt: before }) }
  const [sum] = await em({ accountId, mode })
    .createQueryBuilder(Payment, 'p')
    .select([raw('coalesce(sum(p.refunded_amount), 0) as refunded')])
    .where({ account: accountId, mode, refundedAt: { $ne: null }, createdAt })
    .execute<{ refunded: string }[]>('all')
  return Number(sum!.refunded)
}
