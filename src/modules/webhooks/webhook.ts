import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import {
  type AttemptResult,
  computeHealth,
  type EndpointHealth,
  makeHealthColumns,
} from '../../callbacks/endpoint-health.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'
import { type DisablingReason, disablingReasons, type EndpointFormat, endpointFormats } from './webhook-formats.ts'

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'endpoint',
  comment: "A merchant's webhook endpoint.",
  filters: accountAndModeFilter,
  // Every event looks up its subscribers.
  indexes: [{ name: 'endpoint_of_account', properties: ['account', 'mode'], where: 'deleted_at is null' }],
  properties: {
    id: p.text().primary().check("id ~ '^EP-[0-9A-Z]{17}$'"),
    account: owner,
    mode: p.enum(modes),
    format: p.enum(endpointFormats).comment('The format of messages: JSON, or a sentence for a chat.').default('json'),
    language: p.enum(['id', 'en']).comment('The language of its sentences, if it is a chat.').default('id'),
    sealedAddress: p.text().comment('Its address, sealed, because that of a chat is its only secret.'),
    shownAddress: p.text().comment('The address without secret parts.'),
    description: p.text().strictNullable().check(atMostSql('description', 200)),
    types: p
      .array<OutwardType>()
      .comment('The event types that it receives; null for all, including future ones.')
      .strictNullable(),
    sealedKey: p.text().comment('The private Ed25519 key that signs for it, sealed.'),
    publicKey: p.text().comment('The public key for receivers.'),
    sequence: p.integer().comment('The number of times it was enabled or disabled.').default(0),
    disabledAt: p
      .datetime()
      .comment('Since when it receives nothing; events in the meantime are not queued.')
      .strictNullable(),
    disabledReason: p
      .enum(disablingReasons)
      .comment('failing: for five days. gone: it reported so. merchant: a person disabled it.')
      .strictNullable(),
    disabledBy: p.text().comment('The person who disabled it; null if it was not a person.').strictNullable(),
    enabledAt: p
      .datetime()
      .comment('When it was last enabled; deliveries that were waiting then do not count as a backlog.')
      .strictNullable(),
    ...makeHealthColumns(),
    restUntil: p
      .datetime()
      .comment('No message is sent to a chat earlier, because its service limits them.')
      .strictNullable(),
    createdAt: p.datetime(),
    deletedAt: p
      .datetime()
      .comment('When it was deleted; its deliveries are kept for their usual time.')
      .strictNullable(),
  },
})

/** A merchant's subscription to events, with its own address, types, format and secret. */
export class WebhookEndpoint extends WebhookEndpointSchema.class {
  declare format: EndpointFormat
  declare language: 'id' | 'en'
  declare types: OutwardType[] | null
  declare disabledReason: DisablingReason | null

  isEnabled(): boolean {
    return this.disabledAt === null
  }

  /** Returns the name by which people recognise it. */
  name(): string {
    return this.description ?? this.shownAddress
  }

  /** Returns the address without the parts of its path that may be secret. */
  origin(): string {
    return /^https?:/.test(this.shownAddress) ? new URL(this.shownAddress).origin : this.shownAddress
  }

  /** Counts one attempt. Returns true if it completes five days with only failures. */
  count(attempt: AttemptResult, now: Date): boolean {
    const before: EndpointHealth = { ...this.health(), disabledAt: null }
    const { disabledAt, ...after } = computeHealth(before, attempt, now)
    Object.assign(this, after)
    return disabledAt !== null && this.isEnabled()
  }

  private health(): Omit<EndpointHealth, 'disabledAt'> {
    const { failuresInRow, windowFrom, windowTries, windowFailures, openS, blockedUntil, failingSince } = this
    return { failuresInRow, windowFrom, windowTries, windowFailures, openS, blockedUntil, failingSince }
  }
}
WebhookEndpointSchema.setClass(WebhookEndpoint)

/** Returns the contexts to which the sealed values of a webhook are bound. */
export const sealContexts = {
  address: (id: string) => `endpoint|sealed_address|${id}`,
  key: (id: string) => `endpoint|sealed_key|${id}`,
  secret: (id: string) => `endpoint_secret|sealed|${id}`,
}
