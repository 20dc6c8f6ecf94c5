import { LockMode } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { cancelOpenPayment } from '../../payments/cancel-payment.ts'
import { Payment } from '../../payments/payment.ts'
import { announceBill } from './announce-bill.ts'
import type { Bill } from './bill.ts'
import { closeLockedBill, lockBill } from './bill-moves.ts'
import { findOpenParts } from './bill-parts.ts'
import { findBillByName } from './find-bill.ts'

type CloseNeeds = Needs<'transaction' | 'now' | 'reactions'>

const triesMax = 5

/**
 * Closes a bill and cancels its open payments; money that arrives anyway waits for review. A second call changes
 * nothing.
 *
 * Refuses `not_found`, and `refused_transition` once it is paid or has expired.
 */
export async function closeBill(app: CloseNeeds, scope: Required<AccountScope>, name: string): Promise<Bill> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const closed = await app.transaction(scope, tx => closeOnce(app, tx, name))
    if (closed) return closed
  }
  throw new Refusal('refused_transition', 'The bill is being paid by somebody at this moment; look at it again')
}

// Returns null if a payment was opened in the meantime, because payments are locked before their bill.
async function closeOnce(app: CloseNeeds, tx: Tx, name: string): Promise<Bill | null> {
  const { id } = await findBillByName(tx.em, name)
  const invoices = (await findOpenParts(tx, id)).map(({ payment }) => payment.invoiceId)
  const orderBy = { invoiceId: 'asc' } as const
  await tx.em.find(Payment, { invoiceId: invoices }, { orderBy, lockMode: LockMode.PESSIMISTIC_WRITE })
  for (const invoice of invoices.sort()) await cancelOpenPayment(app, tx, invoice, { reason: 'merchant' })
  const bill = await lockBill(tx, id)
  if (bill.status === 'closed') return bill
  if ((await findOpenParts(tx, id)).length > 0) return null
  const closed = await closeLockedBill(tx, bill, app.now())
  // Thrown here, it also rolls back the cancelled payments.
  if (!closed) throw new Refusal('refused_transition', `The bill is ${bill.status} and cannot be closed`)
  await announceBill(app, tx, { type: 'bill.closed', bill: closed, at: closed.endedAt! })
  return closed
}
