import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../../accounts/account.ts'
import { byAccountAndMode, modes } from '../../database/scope.ts'

const PaymentDeltaSchema = defineEntity({
  name: 'PaymentDelta',
  tableName: 'payment_delta',
  filters: byAccountAndMode,
  indexes: [{ name: 'payment_delta_of_account', properties: ['account', 'mode'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    /** When the payment was created: the day that it counts for. */
    createdAt: p.datetime(),
    paymentMethod: p.text(),
    /** Empty while it is not paid. */
    paidVia: p.text(),
    total: p.integer(),
    pending: p.integer(),
    paid: p.integer(),
    expired: p.integer(),
    cancelled: p.integer(),
    revenue: p.bigint('number'),
    uniqueCodes: p.bigint('number'),
  },
})

/**
 * What one change of one payment adds to the statistics of its day. Written by a trigger on `payment`, so that no way of
 * creating, settling or ending one can forget it, and never updated, so that no two payments of an account wait for a
 * common row. `foldStatistics` moves them into `PaymentDay`.
 */
export class PaymentDelta extends PaymentDeltaSchema.class {}
PaymentDeltaSchema.setClass(PaymentDelta)
