import { LockMode } from '@mikro-orm/core'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Device } from './device.ts'
import { checkCash } from './open-shift.ts'
import { Shift } from './shift.ts'
import { computeShiftTotals, type ShiftTotals } from './shift-totals.ts'

export interface CashCount {
  /** The shift that the page showed, so that a repeated press does not close another one. */
  shift: number
  /** The counted cash in whole rupiah. */
  cash: number
  note?: string | undefined
}

export interface ClosedShiftTotals {
  shift: Shift
  totals: ShiftTotals
}

const noteMax = 300

/**
 * Ends a shift of this device with the counted cash. Any signed-in cashier may do so, because the shift's own may have
 * gone home. The expected cash is fixed from now on. A second call returns the first count. Refuses `unauthorized`,
 * `not_found`, and `invalid_request` for `cash` and `note`.
 */
export async function closeShift(
  app: Needs<'transaction' | 'reactions' | 'now'>,
  device: Pick<Device, 'id' | 'accountId' | 'mode' | 'cashier'>,
  { shift: id, cash, note }: CashCount,
): Promise<ClosedShiftTotals> {
  checkCash(cash)
  if (note && note.length > noteMax)
    throw refuseField('note', `has ${noteMax} characters at most`, { code: 'too_long', max: noteMax })
  const cashier = device.cashier?.id
  if (cashier === undefined) throw new Refusal('unauthorized', 'No cashier is signed in')
  const { accountId, mode } = device
  return app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    // Sales take the same lock, so none can come between the sum and the end.
    const shift = await em.findOne(Shift, { id, device: device.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!shift) throw notFound('shift')
    const totals = await computeShiftTotals(em, shift)
    if (shift.closedAt !== null) return { shift, totals }
    const closedAt = app.now()
    const closed = { countedCash: cash, expectedCash: totals.expectedCash, closedAt, note: note || null }
    await em.nativeUpdate(Shift, { id, closedAt: null }, { ...closed, closedBy: cashier })
    const payload = { mode, shiftId: id }
    await announceFacts(app, tx, [
      { accountId, type: 'shift.closed', subject: `shift ${id}`, payload, createdAt: closedAt },
    ])
    return { shift: await em.findOneOrFail(Shift, { id }, { refresh: true }), totals }
  })
}
