import type { Tx } from '../../../database/transaction.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { OpenBill } from './open-bill.ts'

/** An open bill as a device last saw it. */
export interface BillVersion {
  key: string
  version: number
}

/**
 * Closes an open bill in the transaction that sells it. Refuses `refused_transition` if another device has changed or
 * closed it.
 */
export async function closeBill(
  { em }: Tx,
  { key, version }: BillVersion,
  now: Date,
): Promise<{ tableNumber: number | null; becomes(orderId: number): Promise<void> }> {
  const change = { closedAt: now, version: version + 1 }
  if ((await em.nativeUpdate(OpenBill, { key, version, closedAt: null }, change)) !== 1) throw refuseChangedBill()
  const { id, tableNumber } = await em.findOneOrFail(OpenBill, { key }, { refresh: true })
  return {
    tableNumber,
    async becomes(orderId) {
      await em.nativeUpdate(OpenBill, { id }, { order: orderId })
    },
  }
}

export function refuseChangedBill(): Refusal {
  return new Refusal('refused_transition', 'Another device has changed this bill')
}
