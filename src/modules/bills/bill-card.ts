import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Bill } from './bill.ts'

const BillCardSchema = defineEntity({
  name: 'BillCard',
  tableName: 'bill_card',
  comment: 'A message in any chat that shows the current state of a bill.',
  filters: accountFilter,
  indexes: [
    { name: 'bill_card_of_bill', properties: ['bill'] },
    { name: 'bill_card_due', properties: ['editAt'], where: 'edit_at is not null' },
  ],
  properties: {
    inlineMessageId: p
      .text()
      .comment("Telegram's id of the message.")
      .primary()
      .check(charactersBetweenSql('inline_message_id', 1, 150)),
    account: owner,
    accountId: ownerId(),
    // Not a relation, because bots are in a higher layer.
    botId: p.bigint('number'),
    bill: () => p.manyToOne(Bill).lazyRef(),
    language: p.enum(['id', 'en']),
    editAt: p.datetime().comment('When it has to be updated; null: it shows the current state.').strictNullable(),
    leaseToken: p.uuid().comment('The lease of the update in progress.').strictNullable(),
    leaseHolder: p
      .text()
      .comment('The process that makes the update; also null for a process of an older version.')
      .strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A message in a chat that the bot cannot see, which is edited when its bill changes. */
export class BillCard extends BillCardSchema.class {}
BillCardSchema.setClass(BillCard)

/** A moment that is always in the past: the card is due regardless of the clock. */
export const dueImmediately = new Date(0)
