import type { EntityManager } from '@mikro-orm/postgresql'
import type { Handover } from '../catalog/delivery-zones.ts'
import { listNextSlots } from '../catalog/opening-hours.ts'
import type { RequiredDetail } from '../catalog/product-kinds.ts'
import { ShopRules } from '../catalog/shop-rules.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import { amountMin } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { lockPending } from './lock-pending.ts'
import { Order, OrderItem } from './order.ts'
import { listRequiredDetails } from './place-order.ts'
import { chooseWay, type HandoverContext, planReceiving, type ReceivingChoice } from './receiving/plan-receiving.ts'

interface Owner {
  accountId: number
  mode: Mode
  customerId: number
}

/**
 * Sets how the customer receives a pending order, and recalculates its cost. Refuses `not_found` and
 * `refused_transition`. Refuses `invalid_request` as `chooseWay` and `planReceiving` do, and if a delivery has no
 * `address`.
 */
export async function chooseReceiving(
  app: Needs<'transaction'>,
  owner: Owner,
  { token, ...choice }: ReceivingChoice & { token: string; receiving: Handover },
): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, owner, token)
    if (order.receiving === null) throw refuseField('receiving', 'is no choice of these goods', 'not_allowed')
    const handing = await readHandoverContext(tx.em, order)
    const receiving = chooseWay(handing, choice)
    if (listRequiredDetails(handing.goods, handing.rules, receiving).includes('address') && order.address === null) {
      throw refuseField('address', 'is needed for these goods', 'missing')
    }
    const planned = planReceiving(handing, { ...choice, receiving, address: order.address })
    const all = handing.goodsTotal + planned.deliveryFee
    const discount = Math.min(order.discount, all - amountMin)
    const change = { ...planned, discount, total: all - discount }
    await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, change)
  })
}

/** Returns the contents of an order, and the current rules of its shop. */
export async function readHandoverContext(
  em: EntityManager,
  order: Pick<Order, 'id' | 'accountId' | 'total' | 'discount' | 'deliveryFee'>,
): Promise<HandoverContext & { goods: { asks: RequiredDetail[] }[] }> {
  const rules = await em.findOne(ShopRules, { account: order.accountId })
  const items = await em.find(OrderItem, { order: order.id }, { populate: ['variant.product'] })
  const goods = items.map(({ kind, quantity, variant: { product, weightG } }) => {
    return { kind, quantity, weightG, handovers: product.handovers, asks: product.asks }
  })
  return { rules, goods, goodsTotal: order.total + order.discount - order.deliveryFee }
}

/** Sets the customer's time for the order: one of the shop's next slots. Refuses as `chooseReceiving` does. */
export async function chooseSlot(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  owner: Owner,
  { token, slotAt }: { token: string; slotAt: Date },
): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, owner, token)
    const rules = await tx.em.findOne(ShopRules, { account: accountId })
    const offered = listSlots(app, rules)
    if (!offered.some(slot => slot.getTime() === slotAt.getTime()))
      throw refuseField('slot', 'is none of the next slots', 'not_found')
    await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { slotAt })
  })
}

/** Returns the slots that a customer can currently choose; empty if the shop has no slots. */
export function listSlots(app: Needs<'now' | 'calendar'>, rules: ShopRules | null): Date[] {
  if (!rules || rules.slotMinutes === null) return []
  const { hours, slotMinutes, holidays, closedUntil } = rules
  return listNextSlots({ hours, holidays, closedUntil, slotMinutes }, app.now(), app.calendar)
}
