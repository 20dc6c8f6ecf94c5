import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'

/** A field that the endpoint did not know, with the one that was probably meant. */
export interface UnknownField {
  /** As it can be shown: one line, cut. */
  name: string
  guess: string | null
}

const ApiRequestSchema = defineEntity({
  name: 'ApiRequest',
  tableName: 'api_request',
  filters: byAccountAndMode,
  indexes: [
    { name: 'api_request_newest', properties: ['account', 'mode', 'id'] },
    { name: 'api_request_age', properties: ['receivedAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    /** Without a constraint: it is written in batches, long after the key was read. */
    apiKeyId: p.bigint('number'),
    method: p.text(),
    /** Without its query. */
    path: p.text(),
    status: p.integer(),
    /** Of the error; null for a request that was answered. */
    code: p.text().strictNullable(),
    requestId: p.text(),
    /** Ten at most, without their values; null where every field was known. */
    unknownFields: p.json<UnknownField[]>().strictNullable(),
    durationMs: p.integer(),
    receivedAt: p.datetime(),
  },
})

/** One request that a key made, without bodies, kept for KEEP_REQUESTS_DAYS. */
export class ApiRequest extends ApiRequestSchema.class {}
ApiRequestSchema.setClass(ApiRequest)
