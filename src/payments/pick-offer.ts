import { LockMode, raw } from '@mikro-orm/core'
import type { ChargedMethod } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { Charge } from './charge.ts'
import { Payment } from './payment.ts'

/**
 * Requests the code of the provider's method that the payer of an `all` payment chose. A repeated or late choice
 * changes nothing. Returns whether this choice requested it.
 */
export async function pickOffer(
  app: Needs<'transaction' | 'now'>,
  invoiceId: string,
  method: ChargedMethod,
): Promise<boolean> {
  return app.transaction('installation', async tx => {
    const payment = await tx.em.findOne(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (payment?.status !== 'pending' || payment.expiresAt <= app.now()) return false
    const picked = await tx.em.nativeUpdate(
      Charge,
      { payment: invoiceId, method, state: 'offered' },
      { state: 'waiting', askAt: raw<Date>('now()') },
    )
    if (picked === 1) tx.wake('charges', 'payments')
    return picked === 1
  })
}
