import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import { type AttemptResult, computeHealth, type EndpointHealth, makeHealthColumns } from './endpoint-health.ts'

const CallbackEndpointSchema = defineEntity({
  name: 'CallbackEndpoint',
  tableName: 'callback_endpoint',
  comment: "The health of an origin that receives an account's callbacks, with its circuit breaker.",
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    origin: p.text().primary(),
    ...makeHealthColumns(),
    disabledAt: p
      .datetime()
      .comment('Since when it receives nothing, until a person enables it again.')
      .strictNullable(),
  },
})

const dayMs = 86_400_000

/**
 * The health of one origin to which an account's callbacks go: its breaker. A row is stored from the first failure on.
 */
export class CallbackEndpoint extends CallbackEndpointSchema.class implements EndpointHealth {
  /** Counts one attempt. Returns true when it disables the endpoint. */
  count(attempt: AttemptResult, now: Date): boolean {
    const wasDisabled = this.disabledAt !== null
    Object.assign(this, computeHealth(this, attempt, now))
    return this.disabledAt !== null && !wasDisabled
  }

  /** Returns whether more than two attempts over at least a day failed without a success. */
  hasFailedForADay(now: Date): boolean {
    return this.failingSince !== null && now.getTime() - this.failingSince.getTime() >= dayMs && this.failuresInRow >= 3
  }
}
CallbackEndpointSchema.setClass(CallbackEndpoint)
