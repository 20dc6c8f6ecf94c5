import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { sensitiveKinds } from '../../people/membership.ts'
import { User } from '../../people/user.ts'

const ApprovalSchema = defineEntity({
  name: 'Approval',
  tableName: 'approval',
  comment: "A request of a member for an owner's approval of an act; once approved, it is allowed once.",
  filters: accountFilter,
  indexes: [{ name: 'approval_waiting', properties: ['account', 'askedAt'], where: 'decided_at is null' }],
  checks: [{ name: 'approval_decided', expression: '(decided_at is null) = (is_approved is null)' }],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }).comment('The member who asked.'),
    kind: p.enum(sensitiveKinds).comment('The kind of the requested act.'),
    subject: p.text().comment('The page of the act.').check(atMostSql('subject', 300)),
    amount: p.bigint('number').comment('The amount of a refund, in whole rupiah.').strictNullable(),
    askedAt: p.datetime(),
    decidedAt: p.datetime().strictNullable(),
    isApproved: p.boolean().strictNullable(),
    usedAt: p.datetime().comment('When the approved act was done.').strictNullable(),
  },
})

export class Approval extends ApprovalSchema.class {}
ApprovalSchema.setClass(Approval)
