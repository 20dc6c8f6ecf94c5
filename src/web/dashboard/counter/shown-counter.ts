import type { Cashier } from '../../../counter/cashier.ts'
import type { WholeShift } from '../../../counter/find-shift.ts'
import type { ListedShift } from '../../../counter/list-shifts.ts'
import type { Shown } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'

export interface LoadedCounter {
  cashiers: Cashier[]
  shifts: ListedShift[]
  discountMaxPercent: number
  /** The one whose sales are asked for. */
  shown: WholeShift | null
}

export type ShownCounter = Shown<Visit, { shift?: number | undefined }, LoadedCounter>
