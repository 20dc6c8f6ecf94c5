import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import { type EndpointHealth, healthAfter } from './endpoint-health.ts'

const CallbackEndpointSchema = defineEntity({
  name: 'CallbackEndpoint',
  tableName: 'callback_endpoint',
  comment: "How an origin that an account's callbacks go to has answered: its breaker.",
  filters: byAccount,
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary(),
    origin: p.text().primary(),
    failuresInRow: p.integer().comment('Failures since the last success.').default(0),
    windowFrom: p.datetime().strictNullable(),
    windowTries: p.integer().comment('Tries since window_from.').default(0),
    windowFailures: p.integer().comment('Failures since window_from.').default(0),
    openS: p.integer().comment('For how many seconds the breaker opened last.').default(0),
    blockedUntil: p.datetime().comment('Nothing is sent to it before.').strictNullable(),
    failingSince: p.datetime().strictNullable(),
    disabledAt: p
      .datetime()
      .comment('Since when it gets nothing more, until somebody switches it on.')
      .strictNullable(),
  },
})

const dayMs = 86_400_000

/**
 * How an origin that an account's callbacks go to has answered: its breaker. A row is kept from the first failure on.
 */
export class CallbackEndpoint extends CallbackEndpointSchema.class implements EndpointHealth {
  /** Counts one attempt. Returns true when it disables the endpoint. */
  count(isSuccess: boolean, now: Date): boolean {
    const wasDisabled = this.disabledAt !== null
    Object.assign(this, healthAfter(this, isSuccess, now))
    return this.disabledAt !== null && !wasDisabled
  }

  /** Whether there was a day of nothing but failures, and more than one or two of them. */
  hasFailedForADay(now: Date): boolean {
    return this.failingSince !== null && now.getTime() - this.failingSince.getTime() >= dayMs && this.failuresInRow >= 3
  }
}
CallbackEndpointSchema.setClass(CallbackEndpoint)
