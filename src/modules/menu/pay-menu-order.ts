import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { Refusal } from '../../lib/refusal.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { isScarce } from '../../orders/guest-share.ts'
import type { Order } from '../../orders/order.ts'
import { readItems } from '../../orders/order-goods.ts'
import { requestPayment } from '../../orders/request-payment.ts'
import type { Payment } from '../../payments/payment.ts'
import { findOpenOrders, refuseGuestHold, scarcePaymentS, selectOrdersAtAddress } from './guest-holds.ts'
import { MenuGuest } from './menu-guest.ts'

type PayNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'edition' | 'connectors' | 'reactions' | 'wake' | 'config'
>

/**
 * How long the payment of such an order can be paid, and reserves its goods, in seconds: ten minutes with `menuHoldS`.
 */
export const menuPaymentS = 540
/** The maximum number of payments per order. */
const paymentsMax = 3

/**
 * Opens a payment for an order of a menu page, or returns the open one. It lives for at most `menuPaymentS`, or
 * `scarcePaymentS` if few of its goods are left, because anyone can request it. Refuses as `requestPayment` does, as
 * `refuseGuestHold` does if goods are held again, and `refused_transition` for an order that has used up its payments.
 *
 * @param way the method of the chosen way to pay; by default the usual one
 */
export async function payMenuOrder(
  app: PayNeeds,
  standing: Standing,
  { order, way, backTo }: { order: Order; way: string | undefined; backTo: string },
): Promise<Payment> {
  if (order.status === 'pending' && order.invoiceCount >= paymentsMax) {
    throw new Refusal('refused_transition', `An order has ${paymentsMax} payments at most: order again`)
  }
  const paymentMethod = paymentMethodIds.find(each => each === way)
  const isNearlyGone = await app.transaction(standing, async tx => isScarce(tx.em, await readItems(tx, [order])))
  const lifetimeMaxS = isNearlyGone ? scarcePaymentS : menuPaymentS
  const { payment } = await requestPayment(app, standing, {
    customerId: order.customerId,
    token: order.token,
    paymentMethod,
    refuseHold: (tx, heldOrder) => refuseAgain(app, tx, heldOrder),
    terms: { isPublic: true, lifetimeMaxS, redirectUrl: backTo },
  })
  return payment
}

// Goods that are reserved again are checked like those of a new order; otherwise an address could reserve all of them
// in turns.
async function refuseAgain(app: Needs<'now'>, tx: Tx, order: Order): Promise<void> {
  const { address } = await tx.em.findOneOrFail(MenuGuest, { customer: order.customerId })
  const others = (await findOpenOrders(tx, app.now())).filter(({ customer }) => customer.id !== order.customerId)
  await refuseGuestHold(app, tx, order, {
    address,
    fromHere: await selectOrdersAtAddress(tx, others, address),
    replaced: [],
  })
}
