import { isOpen, nextOpening } from '../catalog/opening-hours.ts'
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
  const { hours = null, holidays = [] } = (await em.findOne(ShopRules, { account: accountId })) ?? {}
  const now = app.now()
  if (isOpen({ hours, holidays }, now, app.calendar)) return
  const opensAt = nextOpening({ hours, holidays }, now, app.calendar) ?? null
  throw new Refusal({ code: 'closed', opensAt }, 'The shop is closed')
}
