import { toInstances } from '../database/columns.ts'
import type { Standing } from '../keys/standing.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { byInvoiceSql } from './find-payment-sql.ts'
import { Payment } from './payment.ts'

type Caller = Pick<Standing, 'accountId' | 'mode'>

/**
 * Returns one payment of this account in this mode. Refuses `not_found`, with the same message for an unknown one and
 * another account's.
 */
export async function findPayment(app: Needs<'sql'>, caller: Caller, invoiceId: string): Promise<Readonly<Payment>> {
  return requireOwnPayment(caller, await readPayment(app, invoiceId))
}

/** Finds a payment like `findPayment`, but returns null if it does not exist. */
export async function seekPayment(
  app: Needs<'sql'>,
  caller: Caller,
  invoiceId: string,
): Promise<Readonly<Payment> | null> {
  const payment = await readPayment(app, invoiceId)
  return isOwn(caller, payment) ? payment : null
}

/** Returns the payment that was read by its id if it belongs to the caller. Refuses `not_found`. */
export function requireOwnPayment<Read extends Caller>(caller: Caller, payment: Read | undefined): Read {
  if (!isOwn(caller, payment)) throw notFound('payment')
  return payment
}

async function readPayment(app: Needs<'sql'>, invoiceId: string): Promise<Readonly<Payment> | undefined> {
  return toInstances(Payment, await app.sql.query(byInvoiceSql, { invoiceId }))[0]
}

function isOwn<Read extends Caller>({ accountId, mode }: Caller, payment: Read | undefined): payment is Read {
  return payment?.accountId === accountId && payment.mode === mode
}
