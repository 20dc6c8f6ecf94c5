import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../../accounts/account.ts'
import { byAccountAndMode, modes } from '../../database/scope.ts'

const PaymentDeltaSchema = defineEntity({
  name: 'PaymentDelta',
  tableName: 'payment_delta',
  comment: 'What one change of one payment adds to the statistics of its day. Written by a trigger on payment.',
  filters: byAccountAndMode,
  indexes: [{ name: 'payment_delta_of_account', properties: ['account', 'mode'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    createdAt: p.datetime().comment('When the payment was created: the day that it counts for.'),
    paymentMethod: p.text(),
    paidVia: p.text().comment('Empty while it is not paid.'),
    total: p
      .integer()
      .comment('1 where the payment was made, else 0; the counts beside it are what its status adds or takes.'),
    pending: p.integer(),
    paid: p.integer(),
    expired: p.integer(),
    cancelled: p.integer(),
    revenue: p.bigint('number').comment('Whole rupiah: what came, where the payment became paid.'),
    uniqueCodes: p.bigint('number').comment('Whole rupiah: its unique code, where the payment became paid.'),
  },
})

/**
 * What one change of one payment adds to the statistics of its day. Written by a trigger on `payment`, so that no way of
 * creating, settling or ending one can forget it, and never updated, so that no two payments of an account wait for a
 * common row. `foldStatistics` moves them into `PaymentDay`.
 */
export class PaymentDelta extends PaymentDeltaSchema.class {}
PaymentDeltaSchema.setClass(PaymentDelta)
