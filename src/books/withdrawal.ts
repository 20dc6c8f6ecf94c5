import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

/** The minimum withdrawal in whole rupiah; below it, sending costs the operator more than the amount is worth. */
export const withdrawalMin = 10_000

export const withdrawalStatuses = ['requested', 'approved', 'sent', 'rejected', 'failed'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

const WithdrawalSchema = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawal',
  comment: 'Money of qris payments on its way to the merchant. Whole rupiah.',
  filters: accountAndModeFilter,
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
    account: owner,
    mode: p.enum(modes),
    amount: p.bigint('number').comment('Whole rupiah.').check('amount > 0'),
    status: p
      .enum(withdrawalStatuses)
      .comment('requested, then approved, then sent; rejected and failed are the other final states.')
      .default('requested'),
    bank: p.text(),
    number: p.text().comment('The bank account number at the time of the request.'),
    holder: p.text(),
    waitsUntil: p
      .datetime()
      .comment('It cannot be approved earlier, because the destination was changed recently.')
      .strictNullable(),
    key: p
      .text()
      .comment('The Idempotency-Key of its request, and a hash of the content.')
      .check(charactersBetweenSql('key', 1, 255)),
    fingerprint: p
      .blob()
      .comment('A hash of the request: a different request with the same key is rejected.')
      .$type<Buffer>(),
    note: p
      .text()
      .comment("The operator's note, such as a reason or the bank's reference.")
      .strictNullable()
      .check(atMostSql('note', 200)),
    sequence: p.integer().comment('The number of its status changes.').default(0),
    createdAt: p.datetime(),
    changedAt: p.datetime(),
  },
})

/**
 * Money of `qris` payments on its way to the merchant, in whole rupiah. All its transitions are in withdrawal-moves.ts.
 */
export class Withdrawal extends WithdrawalSchema.class {
  declare status: WithdrawalStatus

  /** Returns whether it cannot be approved yet, because its destination was changed shortly before the request. */
  isHeldBackAt(now: Date): boolean {
    return this.waitsUntil !== null && this.waitsUntil > now
  }

  /** Returns the books' line for the debited amount. */
  taken(now: Date) {
    return makeWithdrawalMovement(this, -this.amount, now)
  }

  /** Returns the books' line for the amount that returns if the withdrawal is not sent. */
  givenBack(now: Date) {
    return makeWithdrawalMovement(this, this.amount, now)
  }
}
WithdrawalSchema.setClass(Withdrawal)

function makeWithdrawalMovement(withdrawal: Withdrawal, amount: number, createdAt: Date) {
  return {
    account: withdrawal.account.id,
    mode: withdrawal.mode,
    kind: 'withdrawal' as const,
    payment: null,
    transfer: null,
    withdrawal,
    amount,
    fee: 0,
    net: amount,
    createdAt,
  }
}
