import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { cancelWithPayment } from '../../orders/cancel-order.ts'
import type { Order } from '../../orders/order.ts'
import type { Device } from './device.ts'
import { findSoldOrder } from './view-sale.ts'

/**
 * Cancels a sale that waits for its money: its goods become available again, and its code is cancelled. A second call
 * returns the order unchanged. Refuses `not_found`, and `already_paid` once money came.
 */
export async function cancelWaitingSale(
  app: Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions'>,
  device: Pick<Device, 'accountId' | 'mode' | 'customer'>,
  key: string,
): Promise<Order> {
  const order = await findSoldOrder(app, device, key)
  if (!order) throw notFound('sale')
  return cancelWithPayment(app, order, {
    by: 'customer',
    notify: false,
    refuse: () => new Refusal('already_paid', 'The sale is paid'),
  })
}
