import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { deliveryStates } from '../../callbacks/retry-schedule.ts'
import { identity } from '../../database/identity.ts'
import { leaseColumns } from '../../database/lease-columns.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'
import { OutwardEvent } from './outward-event.ts'
import { WebhookEndpoint } from './webhook.ts'

export type DeliveryState = (typeof deliveryStates)[number]

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'endpoint_delivery',
  comment: 'An event to be sent to one webhook endpoint.',
  filters: accountAndModeFilter,
  uniques: [{ name: 'endpoint_delivery_once', properties: ['event', 'endpoint'], where: 'requested_by is null' }],
  indexes: [
    { name: 'endpoint_delivery_newest', properties: ['endpoint', 'id'] },
    { name: 'endpoint_delivery_of_event', properties: ['event'], where: 'requested_by is not null' },
    // Finds the next delivery of each webhook without scanning another webhook's backlog.
    {
      name: 'endpoint_delivery_fresh',
      properties: ['endpoint', 'id'],
      where: "(state = 'pending') and (lease_token is null) and (attempts = 0)",
    },
    {
      name: 'endpoint_delivery_retry',
      properties: ['endpoint', 'nextAt'],
      where: "(state = 'pending') and (lease_token is null) and (attempts > 0)",
    },
    { name: 'endpoint_delivery_leased', properties: ['endpoint'], where: 'lease_token is not null' },
    // Finds earlier deliveries without an attempt.
    {
      name: 'endpoint_delivery_untried',
      properties: ['endpoint', 'object', 'sequence'],
      where: "(state = 'pending') and (attempts = 0) and (requested_by is null)",
    },
  ],
  properties: {
    id: identity(),
    endpoint: () => p.manyToOne(WebhookEndpoint).lazyRef(),
    event: () => p.manyToOne(OutwardEvent).lazyRef().createForeignKeyConstraint(false),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    type: p.text().$type<OutwardType>(),
    object: p.text(),
    sequence: p.integer(),
    state: p
      .enum(deliveryStates)
      .comment('pending and paused wait; delivered has arrived; exhausted, blocked and stopped are not sent again.')
      .default('pending'),
    attempts: p.integer().comment('The number of attempts.').default(0),
    nextAt: p.datetime().comment('The time of the next attempt.'),
    isTest: p.boolean().comment('Whether it is an example without a real event.').default(false),
    requestedBy: p
      .text()
      .comment('The person or key that requested a resend or an example; null for the one that the event caused.')
      .strictNullable(),
    createdAt: p.datetime(),
    erasedAt: p.datetime().comment('When its request and responses were erased.').strictNullable(),
    ...leaseColumns('may send it'),
  },
})

/** One event that has to be delivered to one webhook. */
export class WebhookDelivery extends WebhookDeliverySchema.class {
  declare state: DeliveryState
}
WebhookDeliverySchema.setClass(WebhookDelivery)
