import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { checkNumber } from '../../catalog/check-number.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'

export interface ReferralReward {
  /** The discount on the next order of both, in whole rupiah; null for no reward. */
  amount: number | null
  /** The minimum total of that order's goods. */
  totalMin: number
  /** How many days it can be used. */
  days: number
}

export const referralAmountMax = 10_000_000
export const referralDaysMax = 365

/**
 * Sets the reward for a customer and the invited friend, once the friend's first order is paid; earlier rewards stay.
 * Refuses `invalid_request` for `amount`, `min_total` or `days`.
 */
export async function setReferral(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  { amount, totalMin, days }: ReferralReward,
): Promise<void> {
  refuseTogether(
    () => amount !== null && checkNumber('amount', amount, { from: 1, to: referralAmountMax }),
    () => checkNumber('min_total', totalMin, { from: 0, to: 1_000_000_000 }),
    () => checkNumber('days', days, { from: 1, to: referralDaysMax }),
  )
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    const reward = { referralAmount: amount, referralTotalMin: totalMin, referralDays: days }
    await tx.em.upsert(ShopRules, { account: accountId, ...reward })
    const detail = { amount, min_total: totalMin, days }
    await recordAct(app, tx, { ...actor, act: 'shop.referral', subject: `account ${accountId}`, detail })
  })
}
