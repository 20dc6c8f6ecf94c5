import { ShopRules } from '../../catalog/shop-rules.ts'
import type { AccountScope } from '../../database/scope.ts'
import { generateCrockford } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { lockCustomer } from '../../orders/place-order.ts'
import { Inviter, Referral } from './referral.ts'

export interface Invitation {
  /** The code for a link, `r_<code>`. */
  code: string
  /** The number of friends who came through it, and of those whose first order was paid. */
  came: number
  bought: number
}

/** Returns the shop's reward for both people after a friend's first paid order; null if it gives none. */
export async function findReferralReward(app: Needs<'em'>, accountId: number): Promise<ShopRules | null> {
  return app.em({ accountId }).findOne(ShopRules, { account: accountId, referralAmount: { $ne: null } })
}

/** Returns the customer's own invitation link, and its results. Refuses `not_found`. */
export async function inviteFriends(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode, customerId }: Required<AccountScope> & { customerId: number },
): Promise<Invitation> {
  return app.transaction({ accountId, mode }, async tx => {
    // Locked, so that of two concurrent calls the second finds the code of the first.
    await lockCustomer(tx, accountId, customerId)
    const known = await tx.em.findOne(Inviter, { customer: customerId })
    const row = { customer: customerId, account: accountId, mode, code: generateCrockford(10), createdAt: app.now() }
    const { code } = known ?? tx.em.create(Inviter, row)
    const came = await tx.em.count(Referral, { inviter: customerId })
    const bought = await tx.em.count(Referral, { inviter: customerId, paidAt: { $ne: null } })
    return { code, came, bought }
  })
}
