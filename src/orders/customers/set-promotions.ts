import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'

/** Stores whether a customer wants the shop's broadcasts. */
export async function setPromotions(
  app: Needs<'em' | 'now'>,
  { accountId, customerId }: { accountId: number; customerId: number },
  isWanted: boolean,
): Promise<void> {
  const em = app.em({ accountId })
  const stopped = isWanted ? null : app.now()
  const changing = { id: customerId, promoStoppedAt: isWanted ? { $ne: null } : null }
  await em.nativeUpdate(Customer, changing, { promoStoppedAt: stopped })
}
