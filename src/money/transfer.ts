import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import type { IncomingTransfer } from '../connectors/connector.ts'
import { atMostSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'
import { Charge } from '../payments/charge.ts'
import { Payment } from '../payments/payment.ts'

/** `unsettled`: its consequences failed, and are retried. */
export const transferStates = ['settled', 'review', 'unsettled', 'refunded', 'ignored'] as const
export type TransferState = (typeof transferStates)[number]

/**
 * Why money does not settle a payment automatically. `early`, `inexact` and `ambiguous` are guesses about money that
 * belongs to no payment; `inexact` is also money with the reference of a payment and another amount.
 */
export const reviewReasons = [
  'unmatched',
  'early',
  'late',
  'inexact',
  'ambiguous',
  'cancelled',
  'paid_twice',
  'unproved',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  comment: 'An incoming movement of money as reported by a provider, stored once whether matched or not.',
  filters: accountFilter,
  uniques: [{ properties: ['receivingAccount', 'reference'] }],
  indexes: [
    { name: 'transfer_unsettled', properties: ['retryAt'], where: "state = 'unsettled'" },
    { name: 'transfer_of_payment', properties: ['payment'] },
    { name: 'transfer_likely_for', properties: ['likelyPayment'], where: "state = 'review'" },
    { name: 'transfer_newest', properties: ['account', 'id'] },
    { name: 'transfer_reasoned', properties: ['account', 'id'], where: 'reason is not null' },
    { name: 'transfer_review', properties: ['account', 'receivedAt'], where: "state = 'review'" },
  ],
  checks: [
    { name: 'transfer_reviewed', expression: "(state <> 'review') or (reason is not null)" },
    {
      name: 'transfer_resolved',
      expression: "(state <> all (array['refunded'::text, 'ignored'::text])) or (resolved_at is not null)",
    },
    { name: 'transfer_settled', expression: "(state <> 'settled') or (invoice_id is not null)" },
  ],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    reference: p.text().comment("The provider's own id of the movement; unique for each receiving account."),
    amount: p.bigint('number').comment('Whole rupiah.'),
    occurredAt: p.datetime().comment('The time reported by the provider; null if it reports none.').strictNullable(),
    receivedAt: p.datetime().comment('When it was read or received.'),
    payerName: p.text().strictNullable(),
    payerApp: p.text().strictNullable(),
    isUnproved: p
      .boolean()
      .comment('Whether its source is unproved, so that it never settles a payment automatically.')
      .default(false),
    repeatsId: p
      .bigint('number')
      .comment('The earlier transfer that it may repeat: a phone reported the same, without an id or a time.')
      .strictNullable(),
    charge: () => p.manyToOne(Charge).lazyRef().strictNullable(),
    state: p
      .enum(transferStates)
      .comment('settled: paid a payment; review: waits for a person; unsettled: retried; refunded, ignored: final.'),
    reason: p.enum(reviewReasons).comment('Why it was put in review; kept afterwards.').strictNullable(),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').strictNullable(),
    likelyPayment: () =>
      p
        .manyToOne(Payment)
        .comment('The payment that it is probably for, if it belongs to none.')
        .lazyRef()
        .fieldName('likely_invoice_id')
        .strictNullable(),
    resolvedAt: p.datetime().comment('When its review ended.').strictNullable(),
    resolvedBy: p
      .text()
      .comment('The decider of its review: user 12, api key, chat 4711, rule late money.')
      .strictNullable(),
    note: p
      .text()
      .comment('The note of the person who ended its review.')
      .strictNullable()
      .check(atMostSql('note', 500)),
    sequence: p.integer().comment('The number of changes of its review.').default(0),
    failures: p
      .integer()
      .comment('The number of failed attempts to settle it; retry_at is the time of the next one.')
      .default(0),
    retryAt: p.datetime().strictNullable(),
  },
})

/** The pauses between attempts to settle, in seconds. */
const pauseSMin = 5
const pauseSMax = 300

/**
 * An incoming transfer as a provider reported it, stored once, matched or not. All its transitions are in
 * transfer-moves.ts.
 */
export class Transfer extends TransferSchema.class {
  declare state: TransferState
  declare reason: ReviewReason | null

  /** Returns the payment that it belongs to, or otherwise probably does. */
  ownInvoiceId(): string | undefined {
    return this.payment?.invoiceId ?? this.likelyPayment?.invoiceId
  }

  /** Returns whether it settled this payment. */
  hasPaid(invoiceId: string): boolean {
    return this.state === 'settled' && this.payment?.invoiceId === invoiceId
  }

  /** Returns when the money moved or, if the source gives no time, when it was seen. */
  arrivedAt(): Date {
    return this.occurredAt ?? this.receivedAt
  }

  /** Returns the transfer as its provider reported it. */
  reported(): IncomingTransfer {
    const { reference, amount, occurredAt, payerName, payerApp, isUnproved } = this
    return { reference, amount, occurredAt, payerName, payerApp, isUnproved }
  }

  /** Returns the seconds until the next attempt to settle it: twice as long after each failure, up to five minutes. */
  pauseS(): number {
    return Math.min(pauseSMax, pauseSMin * 2 ** this.failures)
  }
}
TransferSchema.setClass(Transfer)
