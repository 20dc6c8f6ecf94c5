import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'

export const overpaidFilter = { excess: { $gt: 0 } }

const shownMax = 25

/** Some overpaid bills, and the number of all. */
export interface OverpaidBills {
  bills: Bill[]
  total: number
}

/** Returns the newest 25 bills of this account with an excess that was not returned. */
export async function listOverpaid(app: Needs<'em'>, scope: Required<AccountScope>): Promise<OverpaidBills> {
  const order = { orderBy: { id: 'desc' as const }, limit: shownMax }
  const [bills, total] = await app.em(scope).findAndCount(Bill, overpaidFilter, order)
  return { bills, total }
}
