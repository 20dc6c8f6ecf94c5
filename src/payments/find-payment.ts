import type { Standing } from '../accounts/standing.ts'
import { instancesOf } from '../database/columns.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { byInvoiceSql } from './find-payment-sql.ts'
import { Payment } from './payment.ts'

/** One payment of this account in this mode. Refuses `not_found`, in the same words for an unknown one and another's. */
export async function findPayment(
  app: Needs<'sql'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  invoiceId: string,
): Promise<Payment> {
  const payment = await seekPayment(app, standing, invoiceId)
  if (!payment) throw new Refusal('not_found', 'There is no such payment')
  return payment
}

/** The same; null where there is none. */
export async function seekPayment(
  app: Needs<'sql'>,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  invoiceId: string,
): Promise<Payment | null> {
  const [payment] = instancesOf(Payment, await app.sql.query(byInvoiceSql, [invoiceId]))
  return payment?.accountId === standing.accountId && payment.mode === standing.mode ? payment : null
}
