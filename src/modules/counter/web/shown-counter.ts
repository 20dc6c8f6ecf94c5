import type { ViewContext } from '../../../web/parts/page.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import type { Cashier } from '../cashier.ts'
import type { CounterRules } from '../counter-rules.ts'
import type { WholeShift } from '../find-shift.ts'
import type { ListedShift } from '../list-shifts.ts'

export interface LoadedCounter {
  cashiers: Cashier[]
  shifts: ListedShift[]
  rules: Pick<CounterRules, 'discountMaxPercent' | 'offlineSalesMax' | 'offlineAmountMax' | 'offlineCounted'>
  /** The cashier's shift whose sales are requested. */
  shown: WholeShift | null
}

export type ShownCounter = ViewContext<Visit, { shift?: number | undefined }, LoadedCounter>
