import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

/** A field that the endpoint does not know, with the one that was probably meant. */
export interface UnknownField {
  /** Its name for display: one line, shortened. */
  name: string
  guess: string | null
}

const ApiRequestSchema = defineEntity({
  name: 'ApiRequest',
  tableName: 'api_request',
  comment: 'One request that a key made, without bodies, kept for KEEP_REQUESTS_DAYS.',
  filters: accountAndModeFilter,
  indexes: [
    { name: 'api_request_newest', properties: ['account', 'mode', 'id'] },
    { name: 'api_request_age', properties: ['receivedAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    apiKeyId: p
      .bigint('number')
      .comment('Without a constraint: it is written in batches, long after the key was read.'),
    method: p.text(),
    path: p.text().comment('Without its query.'),
    status: p.integer(),
    code: p.text().comment('Of the error; null for a request that was answered.').strictNullable(),
    requestId: p.text(),
    unknownFields: p
      .json<UnknownField[]>()
      .comment('Ten at most, without their values; null where every field was known.')
      .strictNullable(),
    durationMs: p.integer(),
    receivedAt: p.datetime(),
  },
})

export class ApiRequest extends ApiRequestSchema.class {}
ApiRequestSchema.setClass(ApiRequest)
