import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Mode } from '../../database/scope.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { readCart } from '../../orders/cart/find-cart.ts'
import { replaceCart } from '../../orders/cart/replace-cart.ts'
import { listSlots } from '../../orders/choose-receiving.ts'
import { Order } from '../../orders/order.ts'
import { lockCustomer, type OrderRequest, placeOrderIn } from '../../orders/place-order.ts'
import { isDigital, toWantedUnits } from './app-cart.ts'

interface Owner {
  accountId: number
  mode: Mode
  customerId: number
}

/** An order in the form of the Mini App. */
export interface AppOrder extends Omit<OrderRequest, 'only'> {
  /** A time slot offered by the shop. */
  slotAt?: Date | undefined
  once: string
}

/**
 * Orders the goods of the customer's cart, as the chat does. Digital goods stay in the cart, because Telegram allows
 * Mini Apps to sell them only for Stars. Goods that the shop no longer sells are removed, because the page did not show
 * them. Refuses as `placeOrder` does, and `invalid_request` (`slot`).
 */
export async function orderFromApp(
  app: Needs<'em' | 'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>,
  { accountId, mode, customerId }: Owner,
  { slotAt, ...asked }: AppOrder,
): Promise<Order> {
  return app.transaction({ accountId, mode }, async tx => {
    await lockCustomer(tx, accountId, customerId)
    const placed = await tx.em.findOne(Order, { customer: customerId, once: asked.once })
    if (placed) return placed
    if (slotAt) {
      const rules = await tx.em.findOne(ShopRules, { account: accountId })
      const isFree = listSlots(app, rules).some(slot => slot.getTime() === slotAt.getTime())
      if (!isFree) throw refuseField('slot', 'is none of the next slots', 'not_found')
    }
    const { units } = await readCart(tx.em, customerId)
    const digital = units.filter(isDigital).map(toWantedUnits)
    const owner = { accountId, customerId, addedAt: app.now() }
    const others = units.filter(one => !isDigital(one) && one.problem !== 'inactive').map(toWantedUnits)
    if (others.length < units.length) await replaceCart(tx, owner, others)
    const order = await placeOrderIn(app, tx, { standing: { accountId, mode }, customerId, asked, door: 'chat' })
    if (digital.length > 0) await replaceCart(tx, owner, digital)
    if (slotAt) await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { slotAt })
    return order
  })
}
