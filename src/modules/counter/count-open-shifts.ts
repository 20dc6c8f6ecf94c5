import type { Needs } from '../../needs.ts'
import { Shift } from './shift.ts'

/** Counts the shifts of cashiers whose cash has not been counted. */
export async function countOpenShifts(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'open shifts': await app.em('installation').count(Shift, { closedAt: null }) }
}
