import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import { Delivery } from './delivery.ts'

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempt',
  filters: byAccount,
  indexes: [{ name: 'delivery_attempt_age', properties: ['attemptedAt'] }],
  properties: {
    delivery: () => p.manyToOne(Delivery).lazyRef().primary(),
    number: p.integer().primary(),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    attemptedAt: p.datetime(),
    status: p.integer().strictNullable(),
    durationMs: p.integer(),
    error: p.text().strictNullable(),
    response: p.text().strictNullable(),
  },
})

/** One try of a delivery, and what came of it. */
export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt)
