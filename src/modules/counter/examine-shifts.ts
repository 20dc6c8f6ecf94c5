import type { Finding } from '../../doctor/finding.ts'
import type { Needs } from '../../needs.ts'
import { Shift } from './shift.ts'

const openMaxMs = 24 * 3_600_000
const shownMax = 20

/** Finds the shifts that were left open: their cash was not counted for a day. */
export async function examineShifts(app: Needs<'em' | 'now' | 'calendar'>): Promise<Finding[]> {
  const openedAt = { $lt: new Date(app.now().getTime() - openMaxMs) }
  const left = await app
    .em('installation')
    .find(
      Shift,
      { closedAt: null, openedAt },
      { populate: ['cashier', 'device'], orderBy: { id: 'asc' }, limit: shownMax },
    )
  return left.map(({ id, cashier, device, openedAt: since }) => ({
    subject: `shift ${id}`,
    state: 'warning',
    sentence: `of ${cashier.name} on ${device.name} has been open since ${app.calendar.format(since)}`,
    advice: 'Count the cash on the device and close the shift; any cashier of the shop may.',
  }))
}
