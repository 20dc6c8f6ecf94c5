import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'

const OutwardEventSchema = defineEntity({
  name: 'OutwardEvent',
  tableName: 'outward_event',
  comment: 'The message to webhook endpoints about an event that at least one of them wanted.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'outward_event_age', properties: ['createdAt'] }],
  properties: {
    id: p.uuid().comment('The id of its event, or a new one for an example.').primary(),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    type: p.text().$type<OutwardType>(),
    object: p.text().comment('Its object: events of one object are sent in their order.'),
    sequence: p.integer().comment('The number of this change of the object.'),
    body: p
      .text()
      .comment('The envelope that is signed and sent; null before it is first sent, and once erased.')
      .strictNullable(),
    createdAt: p.datetime(),
  },
})

/** The message that webhooks receive about one event. */
export class OutwardEvent extends OutwardEventSchema.class {}
OutwardEventSchema.setClass(OutwardEvent)
