import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { endHoldsSql, holdersSql } from './hold-sql.ts'
import { Payment } from './payment.ts'

const HoldSchema = defineEntity({
  name: 'Hold',
  tableName: 'hold',
  comment: "One payment's right to an amount of a receiving account, for a time. Rows are kept as history.",
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
    method: p.text().comment('The payment method of the offer that it belongs to.'),
    staticQris: p.text().comment('The static code that the payer was shown.').strictNullable(),
    finalAmount: p.bigint('number').comment('The amount, in whole rupiah.'),
    heldFrom: p.datetime().comment('From when money of this amount can be for the payment.'),
    heldUntil: p.type(OpenEnded).comment('Until when money of this amount can be for the payment.'),
  },
})

/** One payment's right to an amount of a receiving account, for a time. The rows are the history of who had it. */
export class Hold extends HoldSchema.class {
  declare heldUntil: Date
}
HoldSchema.setClass(Hold)

/**
 * Releases what payments that just ended held: their amounts stay theirs for an hour past the deadline, because codes
 * and screens outlive an invoice. Only a payment's first terminal move calls this, so a later one changes nothing.
 */
export async function endHolds(tx: Tx, invoiceIds: string[], now: Date): Promise<void> {
  await tx.write(endHoldsSql, { invoices: invoiceIds, now })
}

export interface Holder {
  invoiceId: string
  /** The method of the offer that the money comes by. */
  method: string
}

/**
 * Returns the hold of each transfer's amount at the provider's time, within the error of its clock; null where there
 * was none.
 */
export async function holdersOf(
  tx: Tx,
  source: { receivingAccountId: number; window: { skewS: number; resolutionS: number } },
  transfers: { amount: number; occurredAt: Date | null }[],
  now: Date,
): Promise<(Holder | null)[]> {
  const { skewS, resolutionS } = source.window
  const asked = transfers.map(({ amount, occurredAt }, place) => ({ place, amount, moment: occurredAt ?? now }))
  const values = { asked, receivingAccountId: source.receivingAccountId, slackS: skewS + resolutionS }
  const rows = await tx.query(holdersSql, values)
  const holders = new Map(rows.map(({ place, invoice_id, method }) => [place, { invoiceId: invoice_id, method }]))
  return transfers.map((_, place) => holders.get(place) ?? null)
}
