import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Connection } from '../connection.ts'

const TracedExchangeSchema = defineEntity({
  name: 'TracedExchange',
  tableName: 'traced_exchange',
  comment: "A request and its response between the shop and a connection's provider; deleted after a day.",
  filters: accountFilter,
  indexes: [
    { name: 'traced_exchange_of_connection', properties: ['connection', 'createdAt'] },
    { name: 'traced_exchange_old', properties: ['createdAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    sealedContent: p.text().comment('The exchange without secrets, tokens and phone numbers, sealed.'),
    createdAt: p.datetime().comment('Real time.').defaultRaw('now()'),
  },
})

/** A stored request and answer between the shop and a connection's provider. */
export class TracedExchange extends TracedExchangeSchema.class {}
TracedExchangeSchema.setClass(TracedExchange)

/** Returns the context to which the seal of an exchange is bound. */
export function exchangeContext(connectionId: number): string {
  return `traced_exchange|sealed_content|${connectionId}`
}
