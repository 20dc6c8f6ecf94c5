import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const SetAsideRowSchema = defineEntity({
  name: 'SetAsideRow',
  tableName: 'set_aside_row',
  comment: "A row of a provider's list that cannot be interpreted, but may be money.",
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
    key: p.text().comment('A key that is the same at every reading of the row.'),
    reference: p.text().comment("The provider's own id of the movement, if it could be read.").strictNullable(),
    amount: p.bigint('number').comment('Whole rupiah; 0 if it cannot pay anything, null if unknown.').strictNullable(),
    problem: p.text().comment('Why it could not be interpreted.'),
    content: p.text().comment('The original row, truncated.'),
    seenAt: p.datetime(),
    resolvedAt: p.datetime().strictNullable(),
    resolvedBy: p.text().comment('user 12, or provider if it now reports the same row correctly.').strictNullable(),
  },
})

/**
 * An unreadable row of a provider's list that may be money. A payment that it could settle does not expire until the
 * provider reports the row correctly or a person has checked it.
 */
export class SetAsideRow extends SetAsideRowSchema.class {}
SetAsideRowSchema.setClass(SetAsideRow)
