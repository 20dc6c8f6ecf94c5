import { defineEntity, p } from '@mikro-orm/core'

import { accountFilter, modes } from '../database/scope.ts'

export const StoredEventSchema = defineEntity({
  name: 'StoredEvent',
  tableName: 'event',
  comment: 'An event, written in the transaction of the change that caused it.',
  filters: accountFilter,
  uniques: [{ properties: ['subject', 'type'] }],
  // The column names: the relation to the account is added in a higher layer.
  indexes: [{ name: 'event_told', expression: 'create index event_told on event (account_id, mode, recorded_at, id)' }],
  properties: {
    id: p.uuid().primary(),
    // The relation is added in a higher layer: `account.ts`.
    accountId: p.bigint('number').fieldName('account_id').persist(false),
    mode: p.enum(modes).comment('Null for events of both modes, or of none.').strictNullable(),
    type: p.text().comment('The type, such as payment.paid.'),
    subject: p.text().comment('The object of the event: an invoice id, an order number.'),
    month: p
      .text()
      .comment('The month of its invoice id, for partitions by month; empty for events without a payment.')
      .default(''),
    payload: p.json<object>().comment('The facts at that time; src/events/payloads.ts has the shape of each type.'),
    createdAt: p.datetime(),
    recordedAt: p
      .datetime(3)
      .comment('The real time at the start of the transaction, to the millisecond, as a Date holds it.')
      .defaultRaw('now()'),
  },
})

export class StoredEvent extends StoredEventSchema.class {}
StoredEventSchema.setClass(StoredEvent)
