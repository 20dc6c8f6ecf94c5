import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../database/transaction.ts'
import type { Standing } from '../keys/standing.ts'
import { type Refusal, refuseField } from '../lib/refusal.ts'
import { lockReferenced } from './lock-referenced.ts'
import type { Payment } from './payment.ts'
import { PaymentReference } from './payment-reference.ts'

/** How a caller takes over the payment that has its reference, instead of being refused. */
export interface Reuse {
  amount: number
  /** The required method; by default any. */
  paymentMethod?: string | undefined
  /** Returns the invoice among these whose money waits for a person's decision, or null. */
  findWaitingMoney(em: EntityManager, invoiceIds: string[]): Promise<string | null>
}

interface ReferenceClaim {
  reference: string
  invoiceId: string
  reuse?: Reuse | undefined
}

/**
 * Claims a merchant's reference for the payment that the same transaction creates. Returns null once it is claimed: no
 * payment has it, or each that has it was cancelled, expired unpaid or was refunded. Locks those payments, so that none
 * of them is paid in the meantime, and waits for a claim of the same reference in another transaction.
 *
 * With `reuse`, returns the open or paid payment that holds the reference, and refuses a new one while money of an
 * earlier one waits for a decision. Refuses `reference_taken` with the invoice.
 */
export async function claimReference(
  tx: Tx,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { reference, invoiceId, reuse }: ReferenceClaim,
): Promise<Payment | null> {
  const { em } = tx
  const key = { account: accountId, mode, reference }
  const insert = em
    .qb(PaymentReference)
    .insert({ ...key, invoiceId })
    .onConflict(['account', 'mode', 'reference'])
  if ((await insert.ignore().execute()).affectedRows === 1) return null
  for (;;) {
    const last = await em.findOneOrFail(PaymentReference, key, { refresh: true })
    const earlier = await lockReferenced(tx, { accountId, mode, reference })
    const holder = earlier.find(payment => payment.holdsItsReference())
    if (holder) return checkReusable(holder, reuse)
    if (reuse) await refuseWhileMoneyWaits(em, earlier, reuse)
    // A transaction that claimed it during the wait for the locks created a payment that is not among these.
    if ((await em.nativeUpdate(PaymentReference, { ...key, invoiceId: last.invoiceId }, { invoiceId })) === 1)
      return null
  }
}

/** Returns the payment if `reuse` takes it over. Refuses `reference_taken`. */
export function checkReusable(payment: Payment, reuse: Reuse | undefined): Payment {
  if (!reuse) throw takenBy(payment, `belongs to ${payment.invoiceId}`)
  const { amount, paymentMethod = payment.paymentMethod } = reuse
  const { invoiceId } = payment
  if (amount !== payment.amount) throw takenBy(payment, `belongs to ${invoiceId}, which has another amount`)
  if (paymentMethod !== payment.paymentMethod)
    throw takenBy(payment, `belongs to ${invoiceId}, which has another method`)
  return payment
}

async function refuseWhileMoneyWaits(em: EntityManager, earlier: Payment[], reuse: Reuse): Promise<void> {
  const invoiceIds = earlier.map(({ invoiceId }) => invoiceId)
  const waiting = await reuse.findWaitingMoney(em, invoiceIds)
  const payment = earlier.find(({ invoiceId }) => invoiceId === waiting)
  if (payment) throw takenBy(payment, `belongs to ${payment.invoiceId}, whose money waits for a decision`)
}

function takenBy({ invoiceId, expiresAt }: Payment, error: string): Refusal {
  return refuseField('reference', error, 'taken', { reason: { code: 'reference_taken', invoiceId, expiresAt } })
}
