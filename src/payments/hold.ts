import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { alignRows } from '../database/batcher.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountFilter } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'
import { Payment } from './payment.ts'

const HoldSchema = defineEntity({
  name: 'Hold',
  tableName: 'hold',
  comment: "A payment's claim to an amount of a receiving account for some time. Rows are kept as history.",
  filters: accountFilter,
  indexes: [
    { name: 'hold_of_amount', properties: ['receivingAccount', 'finalAmount', 'heldFrom'] },
    { name: 'hold_current', properties: ['receivingAccount', 'heldUntil'] },
    // Infinite until its payment has ended, so that creating a payment does not change it.
    { name: 'hold_late', properties: ['heldUntil'], where: "held_until < 'infinity'" },
  ],
  checks: [{ name: 'hold_lasts', expression: 'held_until > held_from' }],
  properties: {
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    // Foreign keys are not needed here: the hold's reservation, written in the same statement, has them.
    receivingAccount: () =>
      p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }).primary().createForeignKeyConstraint(false),
    account: () => owner().createForeignKeyConstraint(false),
    method: p.text().comment('The payment method of the offer that it belongs to.'),
    staticQris: p.text().comment('The static code that the payer was shown.').strictNullable(),
    finalAmount: p.bigint('number').comment('The amount, in whole rupiah.'),
    heldFrom: p.datetime().comment('The start of the period in which money of this amount can be for the payment.'),
    heldUntil: p
      .type(OpenEndedType)
      .comment('The end of the period in which money of this amount can be for the payment.'),
  },
})

/**
 * A payment's exclusive right to an amount of a receiving account, for a time. The rows are the history of its holders.
 */
export class Hold extends HoldSchema.class {
  declare heldUntil: Date
}
HoldSchema.setClass(Hold)

/**
 * Releases what payments that just ended held. Amounts stay reserved for an hour past the deadline, because codes and
 * screens outlive an invoice. Only a payment's first terminal transition calls this, so a later one changes nothing. If
 * a phone reports the money of an expired payment (`phones`: the connectors that need one) and has not reported past
 * the deadline, the amount stays reserved for a day: the money may have arrived and be reported later.
 */
export async function endHolds(tx: Tx, invoiceIds: string[], now: Date, phones: string[] = []): Promise<void> {
  await tx.write(endHoldsSql, { invoices: invoiceIds, now, phones })
}

export interface Holder {
  invoiceId: string
  /** The method of the offer that the money pays. */
  method: string
}

/**
 * Returns the hold of each transfer's amount at the provider's time, within the error of its clock; null if the amount
 * was free.
 */
export async function findHolders(
  tx: Tx,
  source: { receivingAccountId: number; window: { skewS: number; resolutionS: number } },
  transfers: { amount: number; occurredAt: Date | null }[],
  now: Date,
): Promise<(Holder | null)[]> {
  const { skewS, resolutionS } = source.window
  const amounts = transfers.map(({ amount, occurredAt }, place) => ({ place, amount, moment: occurredAt ?? now }))
  const values = { asked: amounts, receivingAccountId: source.receivingAccountId, slackS: skewS + resolutionS }
  const rows = await tx.query(holdersSql, values)
  return alignRows(transfers, rows).map(row => (row ? { invoiceId: row.invoice_id, method: row.method } : null))
}

/** Money of an amount that arrived at a moment, with its index in the request. */
interface AmountRow {
  place: number
  amount: number
  moment: Date
}

interface Asking {
  asked: AmountRow[]
  receivingAccountId: number
  /** The seconds by which the provider's clock may be wrong. */
  slackS: number
}

const amountsSql = rowsSql<AmountRow>('asked', { place: 'integer', amount: 'bigint', moment: 'timestamptz' })

/**
 * Finds the payment that held each amount at its moment, within the slack. Amounts without a hold are missing from the
 * result.
 */
const holdersSql = statement<Asking, { place: number; invoice_id: string; method: string }>(`
  select asked.place, h.invoice_id, h.method
  from ${amountsSql}
  cross join lateral (
    select invoice_id, method from hold
    where receiving_account_id = :receivingAccountId and final_amount = asked.amount
      and held_from <= asked.moment + make_interval(secs => :slackS)
      and held_until >= asked.moment - make_interval(secs => :slackS)
    order by held_from desc limit 1) h`)

const restAfterDeadline = "interval '60 minutes'"
const restOfUnreported = "interval '24 hours'"

const isUnreported = `exists (
      select 1 from connection c join reading r on r.connection_id = c.id
      where c.receiving_account_id = h.receiving_account_id and c.removed_at is null
        and c.connector = any(:phones::text[]) and coalesce(r.reported_at, '-infinity') <= p.expires_at)`

/** Ends the reservations of invoices that just ended, together with their holds. */
const endHoldsSql = statement<{ invoices: string[]; now: Date; phones: string[] }>(`
  with ended as (
    update hold h set held_until = greatest(:now::timestamptz, p.expires_at +
      case when ${isUnreported} then ${restOfUnreported} else ${restAfterDeadline} end)
    from unnest(:invoices::text[]) ending(invoice_id)
    join payment p on p.invoice_id = ending.invoice_id
    where h.invoice_id = ending.invoice_id and ${perRowSql('ending.invoice_id')} and h.held_until = 'infinity'
    returning h.receiving_account_id, h.final_amount, h.invoice_id, h.held_until)
  update reservation r set held_until = ended.held_until from ended
  where r.receiving_account_id = ended.receiving_account_id and r.final_amount = ended.final_amount
    and r.invoice_id = ended.invoice_id`)
