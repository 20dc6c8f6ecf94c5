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
import {
  type DisablingReason,
  disablingReasons,
  type EndpointFormat,
  endpointFormats,
} from '../../events/outward-endpoint.ts'

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'endpoint',
  comment: 'Where a merchant wants to hear of events.',
  filters: accountAndModeFilter,
  // Every event looks up its subscribers.
  indexes: [{ name: 'endpoint_of_account', properties: ['account', 'mode'], where: 'deleted_at is null' }],
  properties: {
    id: p.text().primary().check("id ~ '^EP-[0-9A-Z]{17}$'"),
    account: owner,
    mode: p.enum(modes),
    format: p.enum(endpointFormats).comment('What is sent: JSON, or a sentence for a chat.').default('json'),
    language: p.enum(['id', 'en']).comment('Of its sentences, where it is a chat.').default('id'),
    sealedAddress: p.text().comment('Where it leads, sealed: that of a chat is its only secret.'),
    shownAddress: p.text().comment('The same without what is secret.'),
    description: p.text().strictNullable().check(atMostSql('description', 200)),
    types: p.array<OutwardType>().comment('Which types it wants; null for all, those to come too.').strictNullable(),
    sealedKey: p.text().comment('The private Ed25519 key that signs for it, sealed.'),
    publicKey: p.text().comment('The public one, as receivers are given it.'),
    sequence: p.integer().comment('How often it was switched on or off.').default(0),
    disabledAt: p
      .datetime()
      .comment('Since when nothing is sent to it; what happens meanwhile is not told.')
      .strictNullable(),
    disabledReason: p
      .enum(disablingReasons)
      .comment('failing: for five days. gone: it said so for good. merchant: somebody switched it off.')
      .strictNullable(),
    disabledBy: p.text().comment('Who switched it off; null where it was not a person.').strictNullable(),
    enabledAt: p
      .datetime()
      .comment('When it was switched on last; what waited by then is no backlog.')
      .strictNullable(),
    ...makeHealthColumns(),
    restUntil: p.datetime().comment('A chat gets no message before: its service limits them.').strictNullable(),
    createdAt: p.datetime(),
    deletedAt: p.datetime().comment('Its deliveries stay for as long as they are kept.').strictNullable(),
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
    return URL.canParse(this.shownAddress) ? new URL(this.shownAddress).origin : this.shownAddress
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
