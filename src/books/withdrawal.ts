import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMost, charactersBetween } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'

/** Whole rupiah; less costs the operator more to send than it is worth. */
export const withdrawalMin = 10_000

export const withdrawalStatuses = ['requested', 'approved', 'sent', 'rejected', 'failed'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** The statuses from which each is reached. After `rejected` and `failed` the money is back. */
export const withdrawalMoves = {
  approved: 'requested',
  sent: 'approved',
  rejected: 'requested',
  failed: 'approved',
} as const satisfies Partial<Record<WithdrawalStatus, WithdrawalStatus>>

const WithdrawalSchema = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawal',
  filters: byAccountAndMode,
  uniques: [{ name: 'withdrawal_key', properties: ['account', 'key'] }],
  indexes: [
    { name: 'withdrawal_newest', properties: ['account', 'mode', 'createdAt'] },
    {
      name: 'withdrawal_open',
      properties: ['createdAt'],
      where: "status = any (array['requested'::text, 'approved'::text])",
    },
  ],
  checks: [{ name: 'withdrawal_live', expression: "mode = 'live'::text" }],
  properties: {
    id: p.text().primary().check("id ~ '^WD-[0-9A-Z]{17}$'"),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    amount: p.bigint('number').check('amount > 0'),
    status: p.enum(withdrawalStatuses).default('requested'),
    bank: p.text(),
    number: p.text(),
    holder: p.text(),
    /** It is not approved before: the destination was changed a short while ago. */
    waitsUntil: p.datetime().strictNullable(),
    /** The `Idempotency-Key` of its request, and a hash of the content. */
    key: p.text().check(charactersBetween('key', 1, 255)),
    fingerprint: p.blob().$type<Buffer>(),
    /** The operator's note: a reason, the bank's reference. */
    note: p.text().strictNullable().check(atMost('note', 200)),
    createdAt: p.datetime(),
    changedAt: p.datetime(),
  },
})

/** Money of `qris` payments on its way to the merchant. Whole rupiah. */
export class Withdrawal extends WithdrawalSchema.class {
  declare status: WithdrawalStatus
}
WithdrawalSchema.setClass(Withdrawal)
