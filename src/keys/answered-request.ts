import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

const AnsweredRequestSchema = defineEntity({
  name: 'AnsweredRequest',
  tableName: 'answered_request',
  comment: 'The response to a POST with an Idempotency-Key.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'answered_request_age', properties: ['createdAt'] }],
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    path: p
      .text()
      .comment('The path of the endpoint: the same key at another endpoint is a different request.')
      .primary(),
    key: p
      .text()
      .primary()
      .check(charactersBetweenSql('key', 1, 255)),
    fingerprint: p
      .blob()
      .comment('A hash of the request: a different request with the same key is rejected.')
      .$type<Buffer>(),
    storageKey: p
      .text()
      .comment('The name under which the request stores a file; a repeated request uses the same name.'),
    answer: p
      .text()
      .comment('The JSON response; null while a provider is called, or if the process was killed then.')
      .strictNullable(),
    createdAt: p.datetime(),
  },
})

/** The answer to a POST with an `Idempotency-Key`. Payments and withdrawals store their keys themselves. */
export class AnsweredRequest extends AnsweredRequestSchema.class {}
AnsweredRequestSchema.setClass(AnsweredRequest)
