import type { Batch, PendingRequest } from '../database/batcher.ts'
import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { requireOwnPayment } from './find-payment.ts'
import { type CheckedPayment, checkedSql } from './find-payment-sql.ts'

/**
 * Returns the state of a payment for backends that poll it. Refuses `not_found`, with the same message for an unknown
 * one and another account's.
 */
export async function checkPayment(
  app: Needs<'ask'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  invoiceId: string,
  waiter?: PendingRequest,
): Promise<CheckedPayment> {
  return requireOwnPayment({ accountId, mode }, await app.ask(check, { invoiceId, accountId }, waiter))
}

const check: Batch<{ invoiceId: string; accountId: number }, CheckedPayment> = {
  async send(sql, pieces) {
    const rows = await sql.query(checkedSql, { invoiceIds: pieces.map(({ invoiceId }) => invoiceId) })
    const paymentsById = new Map(rows.map(payment => [payment.invoiceId, payment]))
    return pieces.map(({ invoiceId }) => paymentsById.get(invoiceId))
  },
  ownerOf: ({ accountId }) => accountId,
}
