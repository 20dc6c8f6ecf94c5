import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import { Delivery } from './delivery.ts'

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempt',
  comment: 'An attempt to send a delivery, with its outcome.',
  filters: accountFilter,
  indexes: [{ name: 'delivery_attempt_age', properties: ['attemptedAt'] }],
  properties: {
    delivery: () => p.manyToOne(Delivery).lazyRef().primary(),
    number: p.integer().primary(),
    account: () => owner().createForeignKeyConstraint(false),
    attemptedAt: p.datetime(),
    status: p.integer().comment('The HTTP status of the response; null if there was none.').strictNullable(),
    durationMs: p.integer(),
    error: p.text().strictNullable(),
    response: p.text().comment('The beginning of the response.').strictNullable(),
  },
})

export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt)
