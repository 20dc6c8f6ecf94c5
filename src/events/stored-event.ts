import { defineEntity, p } from '@mikro-orm/core'

import { accountFilter, modes } from '../database/scope.ts'

export const StoredEventSchema = defineEntity({
  name: 'StoredEvent',
  tableName: 'event',
  comment: 'A fact, written in the same transaction as the change that caused it.',
  filters: accountFilter,
  uniques: [{ properties: ['subject', 'type'] }],
  // The column names: the relation to the account is added in a higher layer.
  indexes: [{ name: 'event_told', expression: 'create index event_told on event (account_id, mode, recorded_at, id)' }],
  properties: {
    id: p.uuid().primary(),
    // The relation is added in a higher layer: `account.ts`.
    accountId: p.bigint('number').fieldName('account_id').persist(false),
    mode: p.enum(modes).comment('Null for what concerns both modes, or none.').strictNullable(),
    type: p.text().comment('What happened, such as payment.paid.'),
    subject: p.text().comment('What it happened to: an invoice id, an order number.'),
    month: p
      .text()
      .comment('The month of its invoice id, so that months can be partitions; empty for what is no payment.')
      .default(''),
    payload: p
      .json<object>()
      .comment('The facts as they were then; src/events/payloads.ts has the shape for each type.'),
    createdAt: p.datetime(),
    recordedAt: p
      .datetime(3)
      .comment('Real time, when the transaction of the change began; to the millisecond, which a Date can carry.')
      .defaultRaw('now()'),
  },
})

export class StoredEvent extends StoredEventSchema.class {}
StoredEventSchema.setClass(StoredEvent)
