import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountFilter } from '../../database/scope.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'endpoint_attempt',
  comment: 'One try of a delivery to an endpoint, and what came of it.',
  filters: accountFilter,
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).lazyRef().deleteRule('cascade').primary(),
    number: p.integer().primary(),
    account: () => owner().createForeignKeyConstraint(false),
    attemptedAt: p.datetime(),
    status: p.integer().comment('Of the HTTP answer; null where there was none.').strictNullable(),
    durationMs: p.integer(),
    error: p.text().strictNullable(),
    request: p.text().comment('The message to a chat; null where the body of the event was sent.').strictNullable(),
    response: p.text().comment('The beginning of what was answered.').strictNullable(),
  },
})

/** One attempt of a delivery to a webhook, and its outcome. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt)
