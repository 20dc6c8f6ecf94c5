import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'

const OutwardEventSchema = defineEntity({
  name: 'OutwardEvent',
  tableName: 'outward_event',
  comment: 'What endpoints are told of one event that at least one of them wanted.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'outward_event_age', properties: ['createdAt'] }],
  properties: {
    id: p.uuid().comment('Of its event, or of its own for an example.').primary(),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    type: p.text().$type<OutwardType>(),
    object: p.text().comment('What it happened to: events of one object are sent in their order.'),
    sequence: p.integer().comment('Which change of that object it is.'),
    body: p
      .text()
      .comment('The envelope, as it is signed and sent; null until it is sent first, and once it was erased.')
      .strictNullable(),
    createdAt: p.datetime(),
  },
})

/** The message that webhooks receive about one event. */
export class OutwardEvent extends OutwardEventSchema.class {}
OutwardEventSchema.setClass(OutwardEvent)
