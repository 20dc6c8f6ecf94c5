import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { ownOrRefuse } from './find-payment.ts'
import { type CheckedPayment, checkedSql } from './find-payment-sql.ts'

/**
 * Returns what backends ask again and again of one payment. Refuses `not_found`, in the same words for an unknown one
 * and another's.
 */
export async function checkPayment(
  app: Needs<'sql'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  invoiceId: string,
): Promise<CheckedPayment> {
  const [payment] = await app.sql.query(checkedSql, { invoiceId })
  return ownOrRefuse(standing, payment)
}
