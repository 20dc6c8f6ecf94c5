import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Bill } from './bill.ts'

export const isOverpaid = { excess: { $gt: 0 } }

const shownMax = 25

/** Bills of this account for which more came than was due and was not returned, the newest first. */
export function listOverpaid(app: Needs<'em'>, scope: Required<AccountScope>): Promise<Bill[]> {
  return app.em(scope).find(Bill, isOverpaid, { orderBy: { id: 'desc' }, limit: shownMax })
}
