import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { byAccount } from '../database/scope.ts'

const SetAsideRowSchema = defineEntity({
  name: 'SetAsideRow',
  tableName: 'set_aside_row',
  filters: byAccount,
  uniques: [{ properties: ['receivingAccount', 'key'] }],
  indexes: [
    { name: 'set_aside_row_open', properties: ['receivingAccount'], where: 'resolved_at is null' },
    { name: 'set_aside_row_of_connection', properties: ['connection'], where: 'resolved_at is null' },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    /** The same for the same row at every reading. */
    key: p.text(),
    reference: p.text().strictNullable(),
    /** Whole rupiah, 0 for what can pay nothing; null where it cannot be told: then it may be any. */
    amount: p.bigint('number').strictNullable(),
    problem: p.text(),
    /** As it came, cut. */
    content: p.text(),
    seenAt: p.datetime(),
    resolvedAt: p.datetime().strictNullable(),
    /** `user 12`, or `provider` where it tells the same row rightly now. */
    resolvedBy: p.text().strictNullable(),
  },
})

/**
 * A row of a provider's list that is not understood: neither money nor nothing. A payment that it could pay does not expire before the provider tells it
 * rightly or a person has looked at it.
 */
export class SetAsideRow extends SetAsideRowSchema.class {}
SetAsideRowSchema.setClass(SetAsideRow)
