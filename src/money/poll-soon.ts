import type { PushedCharge } from '../connectors/connector.ts'
import { firstMoment } from '../database/open-ended.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'

/**
 * Puts codes of a connection, as its provider names them, to the front of the queue, and returns how many are open. One
 * that is being asked about right now is asked about again: that answer may be from before the payment.
 */
export async function pollSoon(
  app: Needs<'transaction' | 'wake'>,
  connectionId: number,
  charges: PushedCharge[],
): Promise<number> {
  const named = (name: keyof PushedCharge) => ({
    $in: charges.map(charge => charge[name]).filter(text => text !== null),
  })
  const pushed = { $or: [{ reference: named('reference') }, { providerInvoiceId: named('providerInvoiceId') }] }
  const open = { connection: connectionId, state: 'coded' as const, isClosed: false, ...pushed }
  const found = await app.transaction('installation', tx => updateInOrder(tx, Charge, open, { askAt: firstMoment }))
  if (found > 0) app.wake.notify('asks')
  return found
}
