import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'

const OwedEventSchema = defineEntity({
  name: 'OwedEvent',
  tableName: 'owed_event',
  comment: 'An event that endpoints want; deleted once each of them has a delivery.',
  filters: accountAndModeFilter,
  // Only the key is indexed, and references are not checked, because the transactions of creating and paying wait for
  // this row.
  properties: {
    id: p
      .bigint('number')
      .comment('The order in which events of one object become deliveries.')
      .primary()
      .generated('identity'),
    eventId: p.uuid(),
    account: () => owner().createForeignKeyConstraint(false).index(false),
    mode: p.enum(modes),
    type: p.text().$type<OutwardType>(),
    object: p.text(),
    sequence: p.integer(),
    endpoints: p.array().comment('The endpoints that wanted it when it happened.'),
    body: p.text().comment('The envelope; null if it is written when it is first sent.').strictNullable(),
    createdAt: p.datetime(),
  },
})

/** An event that webhooks want, until it has a delivery for each of them. */
export class OwedEvent extends OwedEventSchema.class {}
OwedEventSchema.setClass(OwedEvent)
