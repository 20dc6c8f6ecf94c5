import type { Standing } from '../../keys/standing.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { AskedMethod } from '../../methods/method.ts'
import { waysToPay } from '../../methods/ways-to-pay.ts'
import type { Needs } from '../../needs.ts'
import type { Order } from '../../orders/order.ts'
import { requestPayment } from '../../orders/request-payment.ts'
import type { Payment } from '../../payments/payment.ts'

type PayNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'edition' | 'connectors' | 'reactions' | 'wake' | 'config'
>

/** How long the payment of such an order can be paid, and keeps its goods, in seconds: ten minutes with `menuHoldS`. */
export const menuPaymentS = 540
/** How often a payment is made for one order. */
const paymentsMax = 3

/**
 * Opens a payment for an order of a menu page, or returns the one that is open. It lives for `menuPaymentS` at most,
 * since anybody can ask for it. Refuses as `requestPayment` does, and `refused_transition` for an order that had its
 * payments.
 *
 * @param way how it is paid; one that the shop does not offer for this amount is the usual one
 */
export async function payMenuOrder(
  app: PayNeeds,
  standing: Standing,
  { order, way, backTo }: { order: Order; way: string | undefined; backTo: string },
): Promise<Payment> {
  if (order.status === 'pending' && order.invoiceCount >= paymentsMax) {
    throw new Refusal('refused_transition', `An order has ${paymentsMax} payments at most: order again`)
  }
  const paymentMethod: AskedMethod | undefined = waysToPay(app, standing, order.total).find(each => each === way)
  const { payment } = await requestPayment(app, standing, {
    customerId: order.customerId,
    token: order.token,
    paymentMethod,
    terms: { isPublic: true, lifetimeMaxS: menuPaymentS, redirectUrl: backTo },
  })
  return payment
}
