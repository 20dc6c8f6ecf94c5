import { nextSlots } from '../catalog/opening-hours.ts'
import { ShopRules } from '../catalog/shop-rules.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import { amountMin } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { feeFor } from './charge-delivery.ts'
import { lockPending } from './coupons/use-coupon.ts'
import { Order } from './order.ts'

interface Owner {
  accountId: number
  mode: Mode
  customerId: number
}

/**
 * Sets how the customer gets a pending order: shipped, or picked up, which costs nothing. Refuses `not_found`,
 * `refused_transition`, and `invalid_request` where the shop has no such way.
 */
export async function chooseReceiving(
  app: Needs<'transaction'>,
  owner: Owner,
  { token, receiving }: { token: string; receiving: 'delivery' | 'pickup' },
): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, owner, token)
    const rules = await tx.em.findOne(ShopRules, { account: accountId })
    if (order.receiving === null || !rules || (receiving === 'pickup' && rules.pickupPlace === null)) {
      throw refuseField('receiving', 'is no way of this shop', 'not_allowed')
    }
    const goods = order.total + order.discount - order.deliveryFee
    const deliveryFee = receiving === 'pickup' ? 0 : feeFor(rules, goods)
    const discount = Math.min(order.discount, goods + deliveryFee - amountMin)
    const total = goods + deliveryFee - discount
    await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { receiving, deliveryFee, discount, total })
  })
}

/** Sets when the customer wants it: one of the next slots of the shop. Refuses as `chooseReceiving` does. */
export async function chooseSlot(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  owner: Owner,
  { token, slotAt }: { token: string; slotAt: Date },
): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, owner, token)
    const rules = await tx.em.findOne(ShopRules, { account: accountId })
    const offered = slotsOf(app, rules)
    if (!offered.some(slot => slot.getTime() === slotAt.getTime()))
      throw refuseField('slot', 'is none of the next slots', 'not_found')
    await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { slotAt })
  })
}

/** The slots that a customer may choose now; none where the shop has none. */
export function slotsOf(app: Needs<'now' | 'calendar'>, rules: ShopRules | null): Date[] {
  if (!rules || rules.slotMinutes === null) return []
  const { hours, slotMinutes, holidays } = rules
  return nextSlots({ hours, holidays, slotMinutes }, app.now(), app.calendar)
}
