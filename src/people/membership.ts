import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'
import { User } from './user.ts'

export const roles = ['owner', 'finance', 'support', 'read_only'] as const
export type Role = (typeof roles)[number]

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  comment: "A user's membership in an account.",
  filters: accountFilter,
  uniques: [{ name: 'membership_once', properties: ['account', 'user'] }],
  indexes: [{ name: 'membership_of_user', properties: ['user'] }],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    role: p.enum(roles).comment("The user's role in the account."),
    createdAt: p.datetime(),
  },
})

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership)

/**
 * `settings`: keys, secrets, connections, team. `money`: withdrawals, refunds, transfers in review. `orders`: orders,
 * catalogue.
 */
export type Act = 'read' | 'orders' | 'money' | 'settings'

const actsOf: Record<Role, readonly Act[]> = {
  owner: ['read', 'orders', 'money', 'settings'],
  finance: ['read', 'money'],
  support: ['read', 'orders'],
  read_only: ['read'],
}

export function mayDo(role: Role, act: Act): boolean {
  return actsOf[role].includes(act)
}

/** Kinds of acts that cost a shop money, which an account may limit by member. */
export const sensitiveKinds = ['refund', 'discount', 'price', 'stock'] as const
export type SensitiveKind = (typeof sensitiveKinds)[number]
