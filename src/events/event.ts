import { defineEntity, p } from '@mikro-orm/core'

import { byAccount, modes } from '../database/scope.ts'

export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  filters: byAccount,
  uniques: [{ properties: ['subject', 'type'] }],
  // Its columns by name: the relation to the account is added by the room above.
  indexes: [{ name: 'event_told', expression: 'create index event_told on event (account_id, mode, recorded_at, id)' }],
  properties: {
    id: p.uuid().primary(),
    // The relation leads to a room above, so it is added there: `account.ts`.
    accountId: p.bigint('number').fieldName('account_id').persist(false),
    /** Null for what concerns both modes, or none. */
    mode: p.enum(modes).strictNullable(),
    type: p.text(),
    subject: p.text(),
    /** As its invoice id begins, so that months can be partitions (docs/scale.md); empty for what is no payment's. */
    month: p.text().default(''),
    payload: p.json<object>(),
    createdAt: p.datetime(),
    /** Real time, when the transaction of the change began; to the millisecond, which a Date can carry. */
    recordedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A fact, written in the same transaction as the change that caused it. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
