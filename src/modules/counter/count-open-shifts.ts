import type { Needs } from '../../needs.ts'
import { Shift } from './shift.ts'
import { KitchenTicket } from './tables/kitchen-ticket.ts'

/** Counts the shifts whose cash has not been counted, and the tickets that wait for their printers. */
export async function countOpenShifts(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'open shifts': await em.count(Shift, { closedAt: null }),
    'kitchen tickets': await em.count(KitchenTicket, { state: 'pending' }),
  }
}
