import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { phoneDigitsColumn } from '../../database/phone-digits.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { amountMin } from '../../methods/method.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { referenceMax } from '../../payments/payment-reference.ts'
import { type BillKind, type BillQuestion, type BillStatus, billKinds, billStatuses } from './bill-kinds.ts'
import type { StoredBillTerms } from './bill-term-fields.ts'

/** The states in which a bill accepts payments. */
export const payableStatuses = ['open', 'partly_paid', 'overdue'] as const satisfies BillStatus[]

const BillSchema = defineEntity({
  name: 'Bill',
  tableName: 'bill',
  comment: 'A request by a merchant for payment; opening it creates payments. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  indexes: [
    { name: 'bill_newest', properties: ['account', 'mode', 'createdAt', 'id'] },
    { name: 'bill_due', properties: ['dueAt'], where: "status in ('open', 'partly_paid') and due_at is not null" },
    {
      name: 'bill_ending',
      properties: ['endsAt'],
      where: "status in ('open', 'partly_paid', 'overdue') and ends_at is not null",
    },
    { name: 'bill_overpaid', properties: ['account', 'mode'], where: 'excess > 0' },
    { name: 'bill_reminding', properties: ['remindAt'], where: 'remind_at is not null' },
  ],
  checks: [
    { name: 'bill_amount', expression: "(kind = 'open') = (amount is null)" },
    { name: 'bill_range', expression: "(kind = 'open') = ((min_amount is not null) and (max_amount is not null))" },
    { name: 'bill_range_order', expression: 'min_amount <= max_amount' },
    {
      name: 'bill_proposal',
      expression: '(proposed_amount >= min_amount) and (proposed_amount <= max_amount)',
    },
    { name: 'bill_parts', expression: "(not takes_parts) or (kind = 'once')" },
    { name: 'bill_collected', expression: "(kind <> 'once') or (collected <= amount)" },
    { name: 'bill_paid', expression: "(status = 'paid') = (paid_at is not null)" },
  ],
  properties: {
    id: identity(),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    publicId: p.text().comment('Its id in the API.').unique().check("public_id ~ '^BILL-[0-9A-Z]{17}$'"),
    slug: p
      .text()
      .comment('The end of its address /b/<slug>: 22 random characters, or a name that its merchant chose.')
      .unique()
      .check("slug ~ '^([A-Za-z0-9_-]{22}|[a-z][a-z0-9-]{2,19})$'"),
    kind: p.enum(billKinds).comment('once: one payer. many: anyone who opens it. open: the payer chooses the amount.'),
    status: p.enum(billStatuses).comment('overdue can still be paid, expired and closed cannot.').default('open'),
    amount: p
      .bigint('number')
      .comment('Null if the payer chooses the amount.')
      .strictNullable()
      .check(`amount >= ${amountMin}`),
    minAmount: p
      .bigint('number')
      .comment('The minimum amount that the payer may choose.')
      .strictNullable()
      .check(`min_amount >= ${amountMin}`),
    maxAmount: p
      .bigint('number')
      .comment('The maximum amount that the payer may choose, in whole rupiah.')
      .strictNullable(),
    proposedAmount: p.bigint('number').comment('The amount that the page suggests.').strictNullable(),
    takesParts: p.boolean().comment('Whether it may be paid in parts.').default(false),
    title: p.text().check(charactersBetweenSql('title', 1, 100)),
    note: p.text().strictNullable().check(atMostSql('note', 500)),
    customerName: p
      .text()
      .comment('The customer whom it is for.')
      .strictNullable()
      .check(atMostSql('customer_name', 100)),
    customerPhone: p.text().strictNullable().check(atMostSql('customer_phone', 32)),
    customerPhoneDigits: phoneDigitsColumn('customer_phone'),
    customer: () =>
      p
        .manyToOne(Customer)
        .lazyRef()
        .comment('The customer in whose name the orders of its goods are, who has no chat.')
        .strictNullable(),
    dueAt: p.datetime().comment('The time by which it should be paid; afterwards it is overdue.').strictNullable(),
    endsAt: p.datetime().comment('The time until which it can be opened.').strictNullable(),
    reference: p.text().comment("The merchant's own id.").strictNullable().check(atMostSql('reference', referenceMax)),
    metadata: p
      .json<Record<string, string>>()
      .comment('Short texts with names, both chosen by the merchant.')
      .defaultRaw("'{}'"),
    asks: p.array<BillQuestion>().comment('What the payer is asked for: name, phone, address, note.').default([]),
    thanks: p.text().comment('A text shown once it is paid.').strictNullable().check(atMostSql('thanks', 500)),
    redirectUrl: p
      .text()
      .comment("The page that the payer is sent to afterwards; null: back to the bill's page.")
      .strictNullable()
      .check(atMostSql('redirect_url', 2048)),
    usesMax: p
      .integer()
      .comment('The number of payments after which it is closed; null for never.')
      .strictNullable()
      .check('uses_max > 0'),
    uses: p.integer().comment('The number of paid payments.').default(0),
    partCount: p.integer().comment('The number of payments created for it.').default(0),
    collected: p.bigint('number').comment('The total of its payments, without unique codes.').default(0),
    excess: p
      .bigint('number')
      .comment('Money received beyond the amount due and not returned.')
      .default(0)
      .check('excess >= 0'),
    reminders: p.boolean().comment('Whether its customer is reminded.').default(false),
    remindAt: p.datetime().comment('When the next reminder is due; null for none.').strictNullable(),
    remindedAt: p.datetime().comment('When the last reminder was sent.').strictNullable(),
    createdBy: p.text().comment('The person or key that created it.').check(atMostSql('created_by', 100)),
    once: p.text().comment('Its cause: one bill per cause.').strictNullable().check(atMostSql('once', 200)),
    sequence: p.integer().comment('The number of its changes.').default(1),
    createdAt: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    endedAt: p.datetime().comment('When it was paid, closed or expired.').strictNullable(),
  },
  uniques: [{ properties: ['account', 'mode', 'once'] }],
})

/** An amount that a merchant requests. Its transitions are in bill-moves.ts. */
export class Bill extends BillSchema.class implements StoredBillTerms {
  declare status: BillStatus
  declare kind: BillKind
  declare asks: BillQuestion[]

  /** Returns whether it accepts payments now. */
  isPayableAt(now: Date): boolean {
    return isPayable(this.status) && (this.endsAt === null || now < this.endsAt)
  }

  /** Returns the amount that is still due for a bill with one payer, in whole rupiah; null for a bill with many. */
  due(): number | null {
    return this.kind === 'once' ? this.amount! - this.collected : null
  }

  /** Returns whether it is final, except for late money. */
  isOver(): boolean {
    return this.status === 'paid' || this.status === 'closed' || this.status === 'expired'
  }
}
BillSchema.setClass(Bill)

export function isPayable(status: BillStatus): boolean {
  return payableStatuses.some(payable => payable === status)
}

/** Slugs chosen by merchants are shorter than random ones, so a merchant cannot choose another bill's random slug. */
export const slugPattern = /^[a-z][a-z0-9-]{2,19}$/
/** The form of a slug. */
export const anySlug = /^(?:[A-Za-z0-9_-]{22}|[a-z][a-z0-9-]{2,19})$/
