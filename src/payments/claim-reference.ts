import type { Tx } from '../database/transaction.ts'
import type { Standing } from '../keys/standing.ts'
import { refuseField } from '../lib/refusal.ts'
import { lockReferenced } from './lock-referenced.ts'
import { PaymentReference } from './payment-reference.ts'

/**
 * Takes the merchant's id for a payment that is made in the same transaction: one that nobody has yet, or whose
 * payments were all cancelled or have expired unpaid. They are locked, so that none of them is paid meanwhile. A claim
 * of the same id in another transaction is waited for. Refuses `reference_taken`, naming the invoice.
 */
export async function claimReference(
  tx: Tx,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { reference, invoiceId }: { reference: string; invoiceId: string },
): Promise<void> {
  const { em } = tx
  const key = { account: accountId, mode, reference }
  const insert = em
    .qb(PaymentReference)
    .insert({ ...key, invoiceId })
    .onConflict(['account', 'mode', 'reference'])
  if ((await insert.ignore().execute()).affectedRows === 1) return
  for (;;) {
    const last = await em.findOneOrFail(PaymentReference, key, { refresh: true })
    const earlier = await lockReferenced(tx, { accountId, mode, reference })
    const taken = earlier.find(payment => payment.holdsItsReference())
    if (taken) throw refuseField('reference', `belongs to ${taken.invoiceId}`, 'taken', { reason: 'reference_taken' })
    // Somebody who took it while the locks were waited for made a payment that was not among these.
    if ((await em.nativeUpdate(PaymentReference, { ...key, invoiceId: last.invoiceId }, { invoiceId })) === 1) return
  }
}
