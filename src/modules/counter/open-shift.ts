import { announceFacts } from '../../events/announce.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Device } from './device.ts'
import { cashMax, Shift } from './shift.ts'

type At = Pick<Device, 'id' | 'accountId' | 'mode' | 'cashier'>

/**
 * Starts a shift of the signed-in cashier with the counted cash. A second call returns the same shift. Refuses
 * `unauthorized` without a signed-in cashier, `refused_transition` during another cashier's shift, and
 * `invalid_request` for `cash`.
 */
export async function openShift(
  app: Needs<'transaction' | 'reactions' | 'now'>,
  device: At,
  cash: number,
): Promise<Shift> {
  checkCash(cash)
  const cashier = device.cashier?.id
  if (cashier === undefined) throw new Refusal('unauthorized', 'No cashier is signed in')
  const { id, accountId, mode } = device
  return app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    const openedAt = app.now()
    const row = { account: accountId, mode, device: id, cashier, openingCash: cash, openedAt }
    const { affectedRows } = await em.qb(Shift).insert(row).onConflict().ignore().execute()
    const open = await em.findOneOrFail(Shift, { device: id, closedAt: null })
    if (open.cashier.id !== cashier) throw new Refusal('refused_transition', 'The shift of another cashier is open')
    const opened = { type: 'shift.opened', subject: `shift ${open.id}`, payload: { mode, shiftId: open.id } } as const
    if (affectedRows === 1) await announceFacts(app, tx, [{ accountId, ...opened, createdAt: openedAt }])
    return open
  })
}

/** Refuses `invalid_request` for an impossible amount of cash. */
export function checkCash(cash: number): void {
  if (Number.isSafeInteger(cash) && cash >= 0 && cash <= cashMax) return
  throw refuseField('cash', `is whole rupiah from 0 to ${cashMax}`, { code: 'out_of_range', min: 0, max: cashMax })
}
