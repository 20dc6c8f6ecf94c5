import { Subscription } from '../accounts/subscription.ts'
import type { Needs } from '../needs.ts'
import { type MerchantNotice, planMerchantNotices } from './plan-notices.ts'

const dayMs = 86_400_000
/** The number of days before the end of a plan on which its merchant is notified, once each. */
const toldDays = [7, 1]

/**
 * Notifies merchants that their plan ends soon, unless another one follows. Returns the number of ending plans. A
 * second call changes nothing, because each notice is sent once.
 */
export async function notifyOfEndingPlans(app: Needs<'transaction' | 'now'>): Promise<number> {
  const now = app.now()
  return app.transaction('installation', async tx => {
    const soon = new Date(now.getTime() + Math.max(...toldDays) * dayMs)
    const ending = await tx.em.find(Subscription, { endsAt: { $gt: now, $lte: soon }, startsAt: { $lte: now } })
    const accounts = ending.map(({ account }) => account.id)
    const following = await tx.em.find(Subscription, { account: { $in: accounts }, endsAt: { $gt: soon } })
    const renewed = new Set(following.map(({ account }) => account.id))
    const notices = ending.filter(({ account }) => !renewed.has(account.id)).map(plan => makePlanNotice(plan, now))
    await planMerchantNotices(tx, now, notices)
    return notices.length
  })
}

function makePlanNotice({ id, account, plan, ...subscription }: Subscription, now: Date): MerchantNotice {
  const endsAt = new Date(subscription.endsAt)
  const leftMs = endsAt.getTime() - now.getTime()
  const day = toldDays.findLast(days => leftMs <= days * dayMs)!
  return {
    kind: 'merchant.plan_ending',
    accountId: account.id,
    key: `${id} ${endsAt.toISOString()} ${day}`,
    data: { plan, endsAt: endsAt.toISOString() },
  }
}
