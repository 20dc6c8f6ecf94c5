import { defineEntity, type Opt, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Event } from '../events/event.ts'

const deliveryStates = ['pending', 'delivered', 'exhausted', 'blocked', 'stopped', 'paused'] as const

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  filters: byAccountAndMode,
  uniques: [{ name: 'delivery_of_event', properties: ['event'], where: 'requested_by is null' }],
  indexes: [
    { name: 'delivery_newest', properties: ['account', 'mode', 'createdAt'] },
    { name: 'delivery_of_invoice', properties: ['invoiceId'] },
    { name: 'delivery_again', properties: ['event'], where: 'requested_by is not null' },
    { name: 'delivery_held', properties: ['leaseHolder'], where: 'lease_token is not null' },
    // So that every endpoint's turn is found without looking through the backlog of another.
    {
      name: 'delivery_fresh',
      properties: ['account', 'origin', 'nextAt'],
      where: "(state = 'pending') and (lease_token is null) and (attempts = 0)",
    },
    {
      name: 'delivery_retry',
      properties: ['account', 'origin', 'nextAt'],
      where: "(state = 'pending') and (lease_token is null) and (attempts > 0)",
    },
    { name: 'delivery_leased', properties: ['account', 'origin'], where: 'lease_token is not null' },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    event: () => p.manyToOne(Event).lazyRef(),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    invoiceId: p.text(),
    /** The month of its event. */
    month: p.text().default(''),
    url: p.text(),
    /** Places, breaker and rest are an endpoint's own. */
    origin: p.text().$type<Opt<string>>().generated(`(lower("substring"(url, '^[^:]+://[^/?#]+'::text))) stored`),
    state: p.enum(deliveryStates).default('pending'),
    attempts: p.integer().default(0),
    nextAt: p.datetime(),
    isTest: p.boolean().default(false),
    /** Who asked for it to be sent again; null for the one that the event caused. */
    requestedBy: p.text().strictNullable(),
    createdAt: p.datetime(),
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
  },
})

/** A signed POST owed to a merchant's backend. */
export class Delivery extends DeliverySchema.class {
  declare state: (typeof deliveryStates)[number]
}
DeliverySchema.setClass(Delivery)
