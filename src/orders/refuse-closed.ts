import { checkClosed } from '../catalog/check-closed.ts'
import { ShopRules } from '../catalog/shop-rules.ts'
import type { Tx } from '../database/transaction.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { OrderItem } from './order.ts'

/**
 * Refuses `closed` for goods handed over by people while their shop is closed. Goods that are handed over automatically
 * are sold day and night.
 */
export async function refuseClosed(
  app: Needs<'now' | 'calendar'>,
  { em }: Tx,
  { accountId, items }: { accountId: number; items: OrderItem[] },
): Promise<void> {
  if (items.every(item => item.isSentInChat())) return
  const closed = checkClosed(app, await em.findOne(ShopRules, { account: accountId }))
  if (closed) throw refuseClosedShop(closed)
}

/** Returns the refusal of a closed shop. */
export function refuseClosedShop({ opensAt }: { opensAt: Date | null }): Refusal {
  return new Refusal({ code: 'closed', opensAt }, 'The shop is closed')
}
