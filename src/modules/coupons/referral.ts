import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, accountFilter, modes } from '../../database/scope.ts'
import { Customer } from '../../orders/customers/customer.ts'

const InviterSchema = defineEntity({
  name: 'Inviter',
  tableName: 'inviter',
  comment: 'A customer with an invitation link.',
  filters: accountAndModeFilter,
  properties: {
    customer: () => p.oneToOne(Customer).lazyRef().primary(),
    account: owner,
    mode: p.enum(modes).comment('The mode of the shop that the link leads to; it is unknown in the other mode.'),
    code: p.text().comment('The code in the link: r_<code>.').unique().check("code ~ '^[0-9A-Z]{10}$'"),
    createdAt: p.datetime(),
  },
})

export class Inviter extends InviterSchema.class {}
InviterSchema.setClass(Inviter)

const ReferralSchema = defineEntity({
  name: 'Referral',
  tableName: 'referral',
  comment: "A customer who came through another customer's link.",
  filters: accountFilter,
  indexes: [{ name: 'referral_of_inviter', properties: ['inviter'] }],
  checks: [{ name: 'referral_by_another', expression: 'invited_id > inviter_id' }],
  properties: {
    invited: () =>
      p
        .oneToOne(Customer)
        .comment('The invited customer, who counts for one link at most, and only for that of an earlier customer.')
        .lazyRef()
        .primary(),
    inviter: () => p.manyToOne(Customer).lazyRef(),
    account: owner,
    createdAt: p.datetime(),
    paidAt: p.datetime().comment('When their first order was paid.').strictNullable(),
    orderNumber: p.text().comment('The number of that order.').strictNullable().unique(),
    couponCodes: p.array<string>().comment('The coupons that both received.').default([]),
    isRewarded: p.boolean().default(false),
  },
})

export class Referral extends ReferralSchema.class {}
ReferralSchema.setClass(Referral)

/** The maximum number of rewards per inviter. */
export const rewardsMax = 50
