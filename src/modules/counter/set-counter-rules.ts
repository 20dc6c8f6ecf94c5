import { type MemberActing, recordAct } from '../../accounts/audit.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { CounterRules } from './counter-rules.ts'

/** Sets the discount that cashiers may give on a sale, in percent. Refuses `invalid_request` for it. */
export async function setCounterRules(
  app: Needs<'transaction' | 'now'>,
  discountMaxPercent: number,
  { accountId, actor, address = null }: MemberActing,
): Promise<void> {
  if (!(Number.isInteger(discountMaxPercent) && discountMaxPercent >= 0 && discountMaxPercent <= 100))
    throw refuseField('discount', 'is a whole number from 0 to 100', { code: 'out_of_range', min: 0, max: 100 })
  await app.transaction({ accountId }, async tx => {
    const row = { account: accountId, discountMaxPercent }
    await tx.em.qb(CounterRules).insert(row).onConflict(['account']).merge({ discountMaxPercent }).execute()
    const detail = { discount_max_percent: discountMaxPercent }
    await recordAct(app, tx, { accountId, actor, address, act: 'counter.rules', subject: 'counter', detail })
  })
}
