import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { ReceivingAccount } from '../accounts/receiving-account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { Payment } from './payment.ts'

const HoldSchema = defineEntity({
  name: 'Hold',
  tableName: 'hold',
  filters: byAccount,
  indexes: [
    { name: 'hold_of_amount', properties: ['receivingAccount', 'finalAmount', 'heldFrom'] },
    { name: 'hold_current', properties: ['receivingAccount', 'heldUntil'] },
  ],
  checks: [{ name: 'hold_lasts', expression: 'held_until > held_from' }],
  properties: {
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    // Its reservation, written in the same statement, refers to it for both.
    receivingAccount: () =>
      p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }).primary().createForeignKeyConstraint(false),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    /** The payment method of the offer that it belongs to. */
    method: p.text(),
    /** The static code that the payer was shown. */
    staticQris: p.text().strictNullable(),
    finalAmount: p.bigint('number'),
    heldFrom: p.datetime(),
    heldUntil: p.type(OpenEnded),
  },
})

/** One payment's right to an amount of a receiving account, for a time: the history of who had it. */
export class Hold extends HoldSchema.class {
  declare heldUntil: Date
}
HoldSchema.setClass(Hold)

const restAfterDeadline = "interval '60 minutes'"

/**
 * Lets go of what payments that just ended held: their amounts stay theirs for an hour past the deadline, because codes
 * and screens outlive an invoice. Only a payment's first terminal move calls this, so a later one changes nothing.
 */
export async function endHolds(tx: Tx, invoiceIds: string[], now: Date): Promise<void> {
  await tx.write(endHoldsSql, [invoiceIds, now])
}

const endHoldsSql = `
  with ended as (
    update hold h set held_until = greatest($2::timestamptz, p.expires_at + ${restAfterDeadline})
    from payment p
    where p.invoice_id = h.invoice_id and h.invoice_id = any($1) and h.held_until = 'infinity'
    returning h.receiving_account_id, h.final_amount, h.invoice_id, h.held_until)
  update reservation r set held_until = ended.held_until from ended
  where r.receiving_account_id = ended.receiving_account_id and r.final_amount = ended.final_amount
    and r.invoice_id = ended.invoice_id`

/** Who held the amount at that moment, give or take the slack, and by which method; null when nobody did. */
export async function holderOf(
  tx: Tx,
  receivingAccountId: number,
  amount: number,
  moment: Date,
  slackS: number,
): Promise<{ invoiceId: string; method: string } | null> {
  const rows = await tx.query<{ invoiceId: string; method: string }>(holderSql, [
    receivingAccountId,
    amount,
    moment,
    slackS,
  ])
  return rows[0] ?? null
}

const holderSql = `
  select invoice_id as "invoiceId", method from hold
  where receiving_account_id = $1 and final_amount = $2
    and held_from <= $3::timestamptz + make_interval(secs => $4) and held_until >= $3::timestamptz - make_interval(secs => $4)
  order by held_from desc limit 1`
