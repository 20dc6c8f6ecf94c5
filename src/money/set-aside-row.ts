import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const SetAsideRowSchema = defineEntity({
  name: 'SetAsideRow',
  tableName: 'set_aside_row',
  comment: "A row of a provider's list that is not understood: neither money nor nothing.",
  filters: accountFilter,
  uniques: [{ properties: ['receivingAccount', 'key'] }],
  indexes: [
    { name: 'set_aside_row_open', properties: ['receivingAccount'], where: 'resolved_at is null' },
    { name: 'set_aside_row_of_connection', properties: ['connection'], where: 'resolved_at is null' },
  ],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    key: p.text().comment('The same for the same row at every reading.'),
    reference: p.text().comment("The provider's own id of the movement, where it could be read.").strictNullable(),
    amount: p
      .bigint('number')
      .comment('Whole rupiah; 0 for what can pay nothing, null where it cannot be told.')
      .strictNullable(),
    problem: p.text().comment('Why it was not understood.'),
    content: p.text().comment('The row as it came, cut.'),
    seenAt: p.datetime(),
    resolvedAt: p.datetime().strictNullable(),
    resolvedBy: p.text().comment('user 12, or provider where it tells the same row rightly now.').strictNullable(),
  },
})

/**
 * An unreadable row of a provider's list that may be money. A payment that it could settle does not expire until the
 * provider reports the row correctly or a person has checked it.
 */
export class SetAsideRow extends SetAsideRowSchema.class {}
SetAsideRowSchema.setClass(SetAsideRow)
