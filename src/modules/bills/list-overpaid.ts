import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'

export const isOverpaid = { excess: { $gt: 0 } }

const shownMax = 25

/** Overpaid bills, and the number of all that there are. */
export interface OverpaidBills {
  bills: Bill[]
  total: number
}

/** Returns the newest 25 bills of this account for which more came than was due and was not returned. */
export async function listOverpaid(app: Needs<'em'>, scope: Required<AccountScope>): Promise<OverpaidBills> {
  const order = { orderBy: { id: 'desc' as const }, limit: shownMax }
  const [bills, total] = await app.em(scope).findAndCount(Bill, isOverpaid, order)
  return { bills, total }
}
