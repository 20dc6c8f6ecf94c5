import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { Connection } from '../accounts/connection.ts'
import { ReceivingAccount } from '../accounts/receiving-account.ts'
import { byAccount } from '../database/scope.ts'
import { Charge } from './charge.ts'
import { Payment } from './payment.ts'

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  filters: byAccount,
  uniques: [{ properties: ['receivingAccount', 'reference'] }],
  indexes: [
    { name: 'transfer_unsettled', properties: ['retryAt'], where: "state = 'unsettled'" },
    { name: 'transfer_of_payment', properties: ['payment'] },
    { name: 'transfer_review', properties: ['account', 'receivedAt'], where: "state = 'review'" },
  ],
  checks: [
    { name: 'transfer_reviewed', expression: "(state = 'review') = (reason is not null)" },
    { name: 'transfer_settled', expression: "(state <> 'settled') or (invoice_id is not null)" },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    reference: p.text(),
    amount: p.bigint('number'),
    occurredAt: p.datetime().strictNullable(),
    receivedAt: p.datetime(),
    payerName: p.text().strictNullable(),
    payerApp: p.text().strictNullable(),
    /** Its source could not prove it: it pays nothing by itself, at whatever try. */
    isUnproved: p.boolean().default(false),
    charge: () => p.manyToOne(Charge).lazyRef().strictNullable(),
    state: p.enum(['settled', 'review', 'unsettled']),
    reason: p.enum(['unmatched', 'late', 'cancelled', 'paid_twice', 'unproved']).strictNullable(),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').strictNullable(),
    failures: p.integer().default(0),
    retryAt: p.datetime().strictNullable(),
  },
})

/** One incoming movement of money as a provider reported it: stored once, matched or not. */
export class Transfer extends TransferSchema.class {}
TransferSchema.setClass(Transfer)
