import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { ShopRules } from '../../catalog/shop-rules.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'

const daysMax = 60

/**
 * Sets after how many days a shipped order counts as arrived; orders in transit keep their day. Refuses
 * `invalid_request` for anything but 1 to 60.
 */
export async function setArrivalDays(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  days: number,
): Promise<void> {
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    const range = { code: 'out_of_range', min: 1, max: daysMax } as const
    throw refuseField('receive_after_days', `is 1 to ${daysMax} days`, range)
  }
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    await tx.em.upsert(ShopRules, { account: accountId, receiveAfterDays: days })
    const detail = { receiveAfterDays: days }
    await recordAct(app, tx, { ...actor, act: 'shop.rules', subject: `account ${accountId}`, detail })
  })
}
