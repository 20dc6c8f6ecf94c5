import { defineEntity, type Opt, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { leaseColumns } from '../database/lease-columns.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { type AttemptVerdict, computeDeliveryState, type DeliveryState, deliveryStates } from './retry-schedule.ts'

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  comment: "A signed POST to be sent to a merchant's backend.",
  filters: accountAndModeFilter,
  uniques: [{ name: 'delivery_of_event', properties: ['event'], where: 'requested_by is null' }],
  indexes: [
    { name: 'delivery_newest', properties: ['account', 'mode', 'createdAt'] },
    { name: 'delivery_of_invoice', properties: ['invoiceId'] },
    { name: 'delivery_again', properties: ['event'], where: 'requested_by is not null' },
    { name: 'delivery_held', properties: ['leaseHolder'], where: 'lease_token is not null' },
    // Finds the next delivery of each endpoint without scanning another endpoint's backlog.
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
    id: identity(),
    event: () => p.manyToOne(StoredEvent).lazyRef(),
    account: owner,
    mode: p.enum(modes),
    invoiceId: p.text(),
    month: p.text().comment('The month of its event.').default(''),
    url: p.text().comment('The address at the time of the event.'),
    origin: p
      .text()
      .comment('The origin, which has its own slots, circuit breaker and pauses.')
      .$type<Opt<string>>()
      .generated(`(lower("substring"(url, '^[^:]+://[^/?#]+'::text))) stored`),
    state: p
      .enum(deliveryStates)
      .comment('pending and paused wait; delivered has arrived; exhausted, blocked and stopped are not sent again.')
      .default('pending'),
    attempts: p.integer().comment('The number of attempts.').default(0),
    nextAt: p.datetime().comment('The time of the next attempt.'),
    isTest: p.boolean().default(false),
    requestedBy: p
      .text()
      .comment('The person or key that requested a resend; null for the delivery that the event caused.')
      .strictNullable(),
    createdAt: p.datetime(),
    ...leaseColumns('may send it'),
  },
})

/** A signed POST to a merchant's backend that has to be delivered. */
export class Delivery extends DeliverySchema.class {
  declare state: (typeof deliveryStates)[number]

  /** Returns the state after one more attempt. */
  after(outcome: AttemptVerdict, now: Date): DeliveryState {
    return computeDeliveryState(this, outcome, now)
  }

  /** Returns when it is attempted next; null after the last attempt. */
  retryAt(): Date | null {
    return this.state === 'pending' ? this.nextAt : null
  }
}
DeliverySchema.setClass(Delivery)
