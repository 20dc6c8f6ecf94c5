import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

const AnsweredRequestSchema = defineEntity({
  name: 'AnsweredRequest',
  tableName: 'answered_request',
  comment: 'What a POST with an Idempotency-Key was answered.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'answered_request_age', properties: ['createdAt'] }],
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    path: p.text().comment("The endpoint's: the same key at another one is another request.").primary(),
    key: p
      .text()
      .primary()
      .check(charactersBetweenSql('key', 1, 255)),
    fingerprint: p.blob().comment('A hash of the request: another one under the same key is refused.').$type<Buffer>(),
    storageKey: p
      .text()
      .comment('The name of what the request keeps in the store of goods: its repetition stores it there again.'),
    answer: p
      .text()
      .comment('JSON as it went out; null while something outside is asked, and after a kill in between.')
      .strictNullable(),
    createdAt: p.datetime(),
  },
})

/** The answer to a POST with an `Idempotency-Key`. Payments and withdrawals store their keys themselves. */
export class AnsweredRequest extends AnsweredRequestSchema.class {}
AnsweredRequestSchema.setClass(AnsweredRequest)
