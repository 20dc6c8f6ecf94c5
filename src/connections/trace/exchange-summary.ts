import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Connection } from '../connection.ts'

/**
 * The result of an exchange. Our request was `answered` or got `no_answer`. A notification was `verified`,
 * `verified_unknown` if it names no open code, or refused: `wrong_signature`, `not_understood`, `not_taken`.
 */
export const exchangeVerdicts = [
  'answered',
  'no_answer',
  'verified',
  'verified_unknown',
  'wrong_signature',
  'not_understood',
  'not_taken',
] as const
export type ExchangeVerdict = (typeof exchangeVerdicts)[number]

const ExchangeSummarySchema = defineEntity({
  name: 'ExchangeSummary',
  tableName: 'exchange_summary',
  comment: "A summary of a recent exchange with a connection's provider; the newest ten are kept.",
  filters: accountFilter,
  indexes: [{ name: 'exchange_summary_of_connection', properties: ['connection', 'id'] }],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    direction: p
      .enum(['in', 'out'] as const)
      .comment('Whether the provider sent it to the shop, or the shop to the provider.'),
    operation: p.text().comment('The method and the path, without the query and without secrets.'),
    verdict: p.enum(exchangeVerdicts).comment('The outcome of a request or a notification.'),
    status: p.integer().comment('The HTTP status of the response; null if there was none.').strictNullable(),
    createdAt: p.datetime().comment('Real time.').defaultRaw('now()'),
  },
})

/** One line about an exchange between the shop and a connection's provider, without its contents. */
export class ExchangeSummary extends ExchangeSummarySchema.class {}
ExchangeSummarySchema.setClass(ExchangeSummary)
