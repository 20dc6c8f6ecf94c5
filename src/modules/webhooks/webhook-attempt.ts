import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'endpoint_attempt',
  comment: 'An attempt to send a delivery to a webhook endpoint, with its outcome.',
  filters: accountFilter,
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).lazyRef().deleteRule('cascade').primary(),
    number: p.integer().primary(),
    account: () => owner().createForeignKeyConstraint(false),
    attemptedAt: p.datetime(),
    status: p.integer().comment('The HTTP status of the response; null if there was none.').strictNullable(),
    durationMs: p.integer(),
    error: p.text().strictNullable(),
    request: p.text().comment('The message to a chat; null if the body of the event was sent.').strictNullable(),
    response: p.text().comment('The beginning of the response.').strictNullable(),
  },
})

/** One attempt of a delivery to a webhook, and its outcome. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt)
