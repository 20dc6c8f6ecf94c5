import type { Tx } from '../../../database/transaction.ts'
import type { Reaction } from '../../../events/announce.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { Order } from '../../../orders/order.ts'
import type { BillVersion } from './bill-content.ts'
import { OpenBill } from './open-bill.ts'

/**
 * Closes an open bill in the transaction that sells it. Refuses `refused_transition` if another device has changed or
 * closed it.
 */
export async function closeBill(
  { em }: Tx,
  { key, version }: BillVersion,
  now: Date,
): Promise<{ tableNumber: number | null; becomes(orderId: number): Promise<void> }> {
  // The version is unchanged: if the sale is cancelled, the bill is open again as the devices have seen it.
  const closed = await em.nativeUpdate(OpenBill, { key, version, closedAt: null }, { closedAt: now })
  if (closed !== 1) throw refuseChangedBill()
  const { id, tableNumber } = await em.findOneOrFail(OpenBill, { key }, { refresh: true })
  return {
    tableNumber,
    async becomes(orderId) {
      await em.nativeUpdate(OpenBill, { id }, { order: orderId })
    },
  }
}

/** The reaction to `order.cancelled`: reopens the bill whose sale was cancelled or not paid in time. */
export const reopenBills: Reaction<'order.cancelled'> = async ({ em }, events) => {
  const all = { filters: { caller: false } }
  for (const { accountId, payload } of events) {
    if (payload.door !== 'counter') continue
    const { orderNumber } = payload
    const order = await em.findOneOrFail(Order, { orderNumber }, { ...all, fields: ['id'] })
    await em.nativeUpdate(OpenBill, { account: accountId, order: order.id }, { closedAt: null, order: null }, all)
  }
}

export function refuseChangedBill(): Refusal {
  return new Refusal('refused_transition', 'Another device has changed this bill')
}
