import { defineEntity, p } from '@mikro-orm/core'

import { byAccount } from '../database/scope.ts'

export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  filters: byAccount,
  uniques: [{ properties: ['subject', 'type'] }],
  properties: {
    id: p.uuid().primary(),
    // The relation leads to a room above, so it is added there: `account.ts`.
    accountId: p.bigint('number').fieldName('account_id').persist(false),
    type: p.text(),
    subject: p.text(),
    payload: p.json<object>(),
    createdAt: p.datetime(),
  },
})

/** A fact, written in the same transaction as the change that caused it. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
