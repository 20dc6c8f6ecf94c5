import type { Standing } from '../accounts/standing.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { type Payment, paymentColumns } from './payment.ts'

const findSql = `select ${paymentColumns()} from payment where invoice_id = $1 and account_id = $2 and mode = $3`

/** One payment of this account in this mode. Refuses `not_found`, in the same words for an unknown one and another's. */
export async function findPayment(
  app: Needs<'sql'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  invoiceId: string,
): Promise<Payment> {
  const rows = await app.sql.query<Payment>(findSql, [invoiceId, standing.accountId, standing.mode])
  if (!rows[0]) throw new Refusal('not_found', 'There is no such payment')
  return rows[0]
}
