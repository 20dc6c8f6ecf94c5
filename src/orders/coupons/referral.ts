import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { byAccount, byAccountAndMode, modes } from '../../database/scope.ts'
import { Customer } from '../customers/customer.ts'

const InviterSchema = defineEntity({
  name: 'Inviter',
  tableName: 'inviter',
  filters: byAccountAndMode,
  properties: {
    customer: () => p.oneToOne(Customer).lazyRef().primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    /** Of the shop that it leads to: in the other mode it is unknown, so that no play money earns a live reward. */
    mode: p.enum(modes),
    /** What stands in the link: `r_<code>`. */
    code: p.text().unique().check("code ~ '^[0-9A-Z]{10}$'"),
    createdAt: p.datetime(),
  },
})

/** A customer who asked for a link to invite friends with. */
export class Inviter extends InviterSchema.class {}
InviterSchema.setClass(Inviter)

const ReferralSchema = defineEntity({
  name: 'Referral',
  tableName: 'referral',
  filters: byAccount,
  indexes: [{ name: 'referral_of_inviter', properties: ['inviter'] }],
  checks: [{ name: 'referral_by_another', expression: 'invited_id > inviter_id' }],
  properties: {
    /** Who came: by one link at most, and only by that of somebody who was there before. */
    invited: () => p.oneToOne(Customer).lazyRef().primary(),
    inviter: () => p.manyToOne(Customer).lazyRef(),
    account: () => p.manyToOne(Account).lazyRef(),
    createdAt: p.datetime(),
    /** When their first order was paid. */
    paidAt: p.datetime().strictNullable(),
    /** Of that order. */
    orderNumber: p.text().strictNullable().unique(),
    /** What it brought the two of them. */
    couponCodes: p.array<string>().default([]),
    isRewarded: p.boolean().default(false),
  },
})

/** A customer who came by another one's link. */
export class Referral extends ReferralSchema.class {}
ReferralSchema.setClass(Referral)

/** Rewards that one inviter gets at most. */
export const rewardsMax = 50
