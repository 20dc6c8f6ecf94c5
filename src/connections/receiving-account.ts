import { defineEntity, p } from '@mikro-orm/core'
import type { ConnectorId } from '../connectors/index.ts'
import { identity } from '../database/identity.ts'
import { installationFilter, modes } from '../database/scope.ts'

const ReceivingAccountSchema = defineEntity({
  name: 'ReceivingAccount',
  tableName: 'receiving_account',
  comment: 'The account that receives the money of one or several connections. Amounts are held within one.',
  filters: installationFilter,
  uniques: [{ properties: ['connector', 'mode', 'externalId', 'ownerId'] }],
  properties: {
    id: identity(),
    connector: p.text().$type<ConnectorId>(),
    mode: p.enum(modes),
    externalId: p.text().comment("The provider's own id of it: a wallet number, a merchant id."),
    /**
     * The account that connected it, if it alone claims it. Money of one merchant's connection must never count for
     * another merchant, use up their references or end their payments. 0 if a provider confirms it: then two accounts
     * that read one wallet never use the same amount.
     */
    ownerId: p
      .bigint('number')
      .comment('The account that connected it if ownership is not proved; 0 if the provider proves it.')
      .default(0),
  },
})

/**
 * The account that receives the money of one or several connections, such as a wallet number or merchant id. Amounts
 * are held per receiving account.
 */
export class ReceivingAccount extends ReceivingAccountSchema.class {}
ReceivingAccountSchema.setClass(ReceivingAccount)
