import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { refuseField } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { CounterRules, offlineAmountLimit, offlineSalesLimit } from './counter-rules.ts'

/** The rules for cashiers. */
export interface CashierRules {
  discountMaxPercent: number
  /** The maximum number of offline sales per device and shift; 0 for none. */
  offlineSalesMax: number
  /** Their maximum sum in whole rupiah, per device and shift. */
  offlineAmountMax: number
  offlineCounted: boolean
}

/**
 * Sets the maximum discount of cashiers, in percent, and the limits for offline sales of a device. Refuses
 * `invalid_request` for `discount`, `offline_sales` and `offline_amount`.
 */
export async function setCounterRules(
  app: Needs<'transaction' | 'now'>,
  rules: Partial<CashierRules>,
  { accountId, actor, address = null }: MemberActor,
): Promise<void> {
  const { discountMaxPercent, offlineSalesMax, offlineAmountMax, offlineCounted } = rules
  refuseTogether(
    () => checkWhole('discount', discountMaxPercent, 100),
    () => checkWhole('offline_sales', offlineSalesMax, offlineSalesLimit),
    () => checkWhole('offline_amount', offlineAmountMax, offlineAmountLimit),
  )
  await app.transaction({ accountId }, async tx => {
    await tx.em
      .qb(CounterRules)
      .insert({ account: accountId, ...rules })
      .onConflict(['account'])
      .merge(rules)
      .execute()
    const detail = {
      discount_max_percent: discountMaxPercent,
      offline_sales_max: offlineSalesMax,
      offline_amount_max: offlineAmountMax,
      offline_counted: offlineCounted,
    }
    const set = Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined))
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.rules', subject: 'counter', detail: set })
  })
}

function checkWhole(path: string, value: number | undefined, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= max)) return
  throw refuseField(path, `is a whole number from 0 to ${max}`, { code: 'out_of_range', min: 0, max })
}
