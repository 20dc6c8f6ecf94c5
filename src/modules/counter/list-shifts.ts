import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Shift } from './shift.ts'

export type ListedShift = Loaded<Shift, 'cashier' | 'device'>

const shownMax = 50

/** Returns the newest shifts of an account and mode. */
export async function listShifts(app: Needs<'em'>, scope: Required<AccountScope>): Promise<ListedShift[]> {
  return app.em(scope).findAll(Shift, { populate: ['cashier', 'device'], orderBy: { id: 'desc' }, limit: shownMax })
}
