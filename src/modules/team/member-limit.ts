import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { User } from '../../people/user.ts'

/** `yes`: as the role allows. `ask`: each time after an owner has approved it. `no`: never. */
export const permissions = ['yes', 'ask', 'no'] as const
export type Permission = (typeof permissions)[number]

const MemberLimitSchema = defineEntity({
  name: 'MemberLimit',
  tableName: 'member_limit',
  comment: "A member's permissions for acts that cost money. Without a row: those of the role.",
  filters: accountFilter,
  uniques: [{ name: 'member_limit_once', properties: ['account', 'user'] }],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    refund: p.enum(permissions).comment('yes: as in the role; ask: once an owner approves; no: never.'),
    refundMax: p
      .bigint('number')
      .comment('The amount up to which a refund needs no approval, in rupiah; null: none.')
      .strictNullable()
      .check('refund_max > 0'),
    discount: p.enum(permissions).comment('yes: as in the role; ask: once an owner approves; no: never.'),
    price: p.enum(permissions).comment('yes: as in the role; ask: once an owner approves; no: never.'),
    stock: p.enum(permissions).comment('yes: as in the role; ask: once an owner approves; no: never.'),
  },
})

export class MemberLimit extends MemberLimitSchema.class {}
MemberLimitSchema.setClass(MemberLimit)
