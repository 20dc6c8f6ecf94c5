import { closedNow } from '../catalog/closed-now.ts'
import { ShopRules } from '../catalog/shop-rules.ts'
import type { Tx } from '../database/transaction.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { OrderItem } from './order.ts'

/**
 * Refuses `closed` for goods that are handed over by people while their shop is closed. What a machine hands over is
 * sold day and night.
 */
export async function refuseClosed(
  app: Needs<'now' | 'calendar'>,
  { em }: Tx,
  { accountId, items }: { accountId: number; items: OrderItem[] },
): Promise<void> {
  if (items.every(item => item.isSentInChat())) return
  const closed = closedNow(app, await em.findOne(ShopRules, { account: accountId }))
  if (closed) throw refusedAsClosed(closed)
}

/** The refusal of a shop that is closed. */
export function refusedAsClosed({ opensAt }: { opensAt: Date | null }): Refusal {
  return new Refusal({ code: 'closed', opensAt }, 'The shop is closed')
}
