import { defineEntity, p } from '@mikro-orm/core'

import { owner, ownerId } from '../accounts/account.ts'
import { atMostSql, betweenSql } from '../database/checks.ts'
import { selectColumns } from '../database/columns.ts'
import { phoneDigitsColumn } from '../database/phone-digits.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { ProductImage } from '../goods/product-image.ts'
import { paymentMethodIds, type RequestedMethod } from '../methods/method.ts'
import { computeSurcharge } from './compute-surcharge.ts'
import { findPaymentPhase, type PaymentPhase } from './payment-phase.ts'
import { referenceMax } from './payment-reference.ts'
import { addPayments, changePayments, removePayments } from './state/payment-triggers-sql.ts'

/**
 * The end reason of an unpaid payment imported from another installation: an open one was cancelled, and no money
 * settles it here.
 */
export const movedHereReason = 'moved'

export const paymentStatuses = ['pending', 'paid', 'expired', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The searched text, identical to the expression of the trigram index. */
export const searchedPaymentSql =
  "(invoice_id || chr(31) || coalesce(description, '') || chr(31) || coalesce(customer_name, '') || chr(31) ||" +
  "\n  coalesce(customer_email, '') || chr(31) || coalesce(customer_phone, '') || chr(31) || " +
  `coalesce(customer_phone_digits, '') || chr(31) || coalesce(reference, '') || chr(31) ||
  case when metadata = '{}'::jsonb then '' else jsonb_path_query_array(metadata, '$.*')::text end)`

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  comment: 'An invoice (specification 2.1). Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  indexes: [
    // None contains a column that changes when a payment is paid (PaymentState has those).
    { name: 'payment_newest', properties: ['account', 'mode', 'createdAt', 'invoiceId'] },
    // For the filters of list-payments, each scanned backwards.
    { name: 'payment_of_method', properties: ['account', 'mode', 'paymentMethod', 'createdAt', 'invoiceId'] },
    {
      name: 'payment_searched',
      expression: `create index payment_searched on payment using gin (account_id, ${searchedPaymentSql} gin_trgm_ops)`,
    },
    {
      name: 'payment_of_reference',
      properties: ['account', 'mode', 'reference', 'createdAt', 'invoiceId'],
      where: 'reference is not null',
    },
    { name: 'payment_refunded', properties: ['account', 'mode', 'createdAt'], where: 'refunded_at is not null' },
    // For searches by what a person reads on a screen or a receipt.
    { name: 'payment_of_amount', properties: ['account', 'mode', 'finalAmount', 'createdAt', 'invoiceId'] },
    {
      name: 'payment_of_ending',
      expression:
        'create index payment_of_ending on payment (account_id, mode, right(invoice_id, 6), created_at, invoice_id)',
    },
  ],
  // Written out in full, because MikroORM does not read back a trigger with a transition table.
  triggers: [
    { name: 'payment_counted', timing: 'after', events: ['insert'], forEach: 'statement', expression: addPayments },
    { name: 'payment_changed', timing: 'after', events: ['update'], forEach: 'statement', expression: changePayments },
    { name: 'payment_removed', timing: 'after', events: ['delete'], forEach: 'statement', expression: removePayments },
  ],
  checks: [
    { name: 'payment_lives', expression: 'expires_at > created_at' },
    { name: 'payment_paid', expression: "(status = 'paid') = (paid_at is not null)" },
    { name: 'payment_foreign', expression: 'not is_foreign or converted_qris is not null' },
    { name: 'payment_by_hand', expression: "is_foreign or end_reason is distinct from 'confirmed_by_hand'" },
    { name: 'payment_ended', expression: "(status = 'pending') = (ended_at is null)" },
  ],
  properties: {
    invoiceId: p.text().primary().check("invoice_id ~ '^INV-[0-9A-Z]{20}$'"),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    paymentMethod: p
      .enum([...paymentMethodIds, 'all'])
      .comment('The requested method; all: every method of the account.')
      .$type<RequestedMethod>(),
    amount: p
      .bigint('number')
      .comment('The amount requested by the merchant, in whole rupiah.')
      .check('amount >= 1000'),
    uniqueCode: p
      .integer()
      .comment('The few rupiah that make final_amount unique; negative if subtracted.')
      .check(betweenSql('unique_code', -999, 999)),
    finalAmount: p
      .bigint('number')
      .comment('The amount to pay: amount plus unique_code, in whole rupiah.')
      .check('final_amount > 0'),
    status: p
      .enum(paymentStatuses)
      .comment('pending, then paid, expired or cancelled; afterwards only late money or a person settles it.')
      .default('pending'),
    description: p.text().strictNullable().check(atMostSql('description', 500)),
    customerName: p.text().strictNullable().check(atMostSql('customer_name', 100)),
    customerEmail: p.text().strictNullable().check(atMostSql('customer_email', 254)),
    customerPhone: p.text().strictNullable().check(atMostSql('customer_phone', 32)),
    customerPhoneDigits: phoneDigitsColumn('customer_phone'),
    callbackUrl: p.text().strictNullable().check(atMostSql('callback_url', 2048)),
    redirectUrl: p.text().strictNullable().check(atMostSql('redirect_url', 2048)),
    reference: p
      .text()
      .comment("The merchant's own id; claimReference ensures that only one open or paid payment has it.")
      .strictNullable()
      .check(atMostSql('reference', referenceMax)),
    metadata: p
      .json<Record<string, string>>()
      .comment('Short texts with names, both chosen by the merchant.')
      .defaultRaw("'{}'"),
    // Without a foreign key, which would slow down every creation: `checkGoods` ensures that they are the account's.
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable().createForeignKeyConstraint(false),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable().createForeignKeyConstraint(false),
    productImage: () => p.manyToOne(ProductImage).lazyRef().strictNullable().createForeignKeyConstraint(false),
    useQrisConverter: p.boolean().comment('Whether the merchant requested a converted code.').default(false),
    convertedQris: p
      .text()
      .comment("The merchant's own code with the final amount, if the edition converts at creation.")
      .strictNullable(),
    isForeign: p
      .boolean()
      .comment("Whether that code is another merchant's: its money is not visible here, and a person confirms it.")
      .default(false),
    sequence: p.integer().comment('The number of its changes, including its creation.').default(1),
    createdAt: p.datetime(),
    expiresAt: p.datetime().comment('The time until which it can be paid.'),
    paidAt: p.datetime().comment('When the money was moved, according to the provider.').strictNullable(),
    paidAmount: p.bigint('number').comment('The amount received, in whole rupiah.').strictNullable(),
    paidVia: p.text().comment('The method that was used to pay it.').strictNullable(),
    paidReffNum: p
      .text()
      .comment("The provider's reference of the money; null if a person confirmed it by hand.")
      .strictNullable(),
    paidLate: p.boolean().comment('Whether the money arrived after the end.').default(false),
    payerName: p.text().strictNullable(),
    payerApp: p.text().strictNullable(),
    refundedAt: p.datetime().comment('When money was last refunded; set by a trigger on refund.').strictNullable(),
    refundedAmount: p
      .bigint('number')
      .comment('The refunded amount, in whole rupiah; set with refunded_at.')
      .strictNullable(),
    refunds: p
      .json<PaymentRefund[]>()
      .comment('Its refunds, including requested ones, oldest first; set by a trigger on refund.')
      .strictNullable(),
    endedAt: p.datetime().comment('When it stopped being pending; null before.').strictNullable(),
    endReason: p.text().comment('Why it ended as it did.').strictNullable(),
  },
})

/** A refund of a payment that was made or is pending, as its row shows it. */
export interface PaymentRefund {
  /** Its public id. */
  key: string
  /** The amount in whole rupiah; negative for a correction. */
  amount: number
  state: 'requested' | 'sent' | 'succeeded' | 'failed'
  isByProvider: boolean
  isCorrection: boolean
  reason: string | null
  /** The time that the merchant entered, in ISO 8601. */
  returnedAt: string
  createdAt: string
  isRestocked: boolean
  /** The name of the picture that proves it. */
  proof: string | null
}

/** The facts by which received money is judged. */
export interface JudgedMoney {
  amount: number
  /** The time; null if the source gives none. */
  occurredAt: Date | null
  isUnproved?: boolean | undefined
}

/** The rules by which money is judged, besides the payment itself. */
export interface JudgingRules {
  /** How long after the deadline money may still arrive, as its provider reports it. */
  graceS: number
  /** Whether the account accepts late money automatically. */
  acceptsLateMoney: boolean
  /** Whether other money, judged in the same batch, pays it. */
  isPaidMeanwhile?: boolean
}

export interface MoneyVerdict {
  pays: boolean
  /** Whether it came after the deadline and its grace period. */
  late: boolean
  /** Why the money is put in review; null if it settles the payment. */
  reason: 'paid_twice' | 'cancelled' | 'inexact' | 'unproved' | 'late' | null
}

/**
 * One invoice (contract 2.1). Amounts are in whole rupiah. Its status changes only by the functions of
 * payment-moves.ts.
 */
export class Payment extends PaymentSchema.class {
  declare status: PaymentStatus

  /** Returns the customer's surcharge: the account's percentage of `qris_platform` (contract 2.1). */
  onTop(): number {
    return computeSurcharge(this)
  }

  /** Returns what a customer can do now; `isReady` is true if there is a code or a number to pay to. */
  phaseAt(now: Date, isReady: boolean): PaymentPhase {
    return findPaymentPhase({ status: this.status, expiresAt: this.expiresAt, isReady }, now)
  }

  mayBeCancelled(): boolean {
    return this.status === 'pending'
  }

  /** Returns the received amount, in whole rupiah. */
  received(): number {
    return this.paidAmount ?? this.finalAmount
  }

  /** Returns the part of its money that was not refunded; zero unless it was paid. */
  kept(): number {
    return this.status === 'paid' ? this.received() - (this.refundedAmount ?? 0) : 0
  }

  /** Returns the amount that can still be refunded, without refunds pending at a provider. */
  refundable(): number {
    const open = (this.refunds ?? []).filter(({ state }) => state === 'requested' || state === 'sent')
    return this.kept() - open.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** Returns whether some of its money can still be refunded. */
  mayBeRefunded(): boolean {
    return this.refundable() > 0
  }

  /** Returns whether all of its money was refunded. */
  isWhollyRefunded(): boolean {
    return isFullyRefunded(this)
  }

  /** Returns whether the payment is unpaid and can still be paid, by a rule or by a person's decision. */
  mayStillBePaid(): this is { status: 'pending' | 'expired' } {
    return this.status === 'pending' || (this.status === 'expired' && this.endReason !== movedHereReason)
  }

  /**
   * Returns whether no other payment may have its reference. A refund frees it, so that the order can be paid again.
   */
  holdsItsReference(): boolean {
    return this.status === 'pending' || this.kept() > 0
  }

  /**
   * Judges whether money for this payment settles it. Money that arrives before the end of the deadline and its grace
   * period is on time, even if the payment is still pending for another reason. Money without a time is on time while
   * the payment is pending. Contract 3.1 has only pending -> paid: expired -> paid follows the account's own rule and
   * is recorded as late.
   */
  judge(money: JudgedMoney, { graceS, acceptsLateMoney, isPaidMeanwhile = false }: JudgingRules): MoneyVerdict {
    if (this.status === 'paid' || isPaidMeanwhile) return reviewVerdict('paid_twice')
    if (!this.mayStillBePaid()) return reviewVerdict('cancelled')
    if (money.amount !== this.finalAmount) return reviewVerdict('inexact')
    if (money.isUnproved) return reviewVerdict('unproved')
    const deadlineMs = this.expiresAt.getTime() + graceS * 1000
    const isInTime = money.occurredAt === null || money.occurredAt.getTime() <= deadlineMs
    if (this.status === 'pending' && isInTime) return { pays: true, late: false, reason: null }
    if (acceptsLateMoney) return { pays: true, late: true, reason: null }
    return { pays: false, late: true, reason: 'late' }
  }
}
PaymentSchema.setClass(Payment)

/** Returns whether all money of a payment, or of a view of it, was refunded. */
export function isFullyRefunded(payment: Pick<Payment, 'refundedAmount' | 'paidAmount' | 'finalAmount'>): boolean {
  return payment.refundedAmount !== null && payment.refundedAmount >= (payment.paidAmount ?? payment.finalAmount)
}

function reviewVerdict(reason: MoneyVerdict['reason']): MoneyVerdict {
  return { pays: false, late: false, reason }
}

/** Returns the columns of a Payment, named as its fields and prefixed with the alias `table`. */
export function selectPaymentColumns(table = 'payment'): string {
  return selectColumns(Payment, table)
}
