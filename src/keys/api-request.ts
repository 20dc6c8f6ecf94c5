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
  comment: 'A request by an API key, without bodies, kept for KEEP_REQUESTS_DAYS.',
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
      .comment('Without a constraint, because it is written in batches, long after the key was read.'),
    method: p.text(),
    path: p.text().comment('The path without its query.'),
    status: p.integer(),
    code: p.text().comment('The error code; null if the request succeeded.').strictNullable(),
    requestId: p.text(),
    unknownFields: p
      .json<UnknownField[]>()
      .comment('At most ten unknown fields, without values; null if all were known.')
      .strictNullable(),
    durationMs: p.integer(),
    receivedAt: p.datetime(),
  },
})

export class ApiRequest extends ApiRequestSchema.class {}
ApiRequestSchema.setClass(ApiRequest)
