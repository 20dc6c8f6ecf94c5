import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Customer } from '../../orders/customers/customer.ts'

const TalkMessageSchema = defineEntity({
  name: 'TalkMessage',
  tableName: 'talk_message',
  comment: 'A message between a customer and the seller, forwarded by bots that hide their numbers.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'talk_message_of_customer', properties: ['customer', 'id'] }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    customer: () => p.manyToOne(Customer).lazyRef(),
    from: p.enum(['customer', 'merchant']).comment('The author.'),
    text: p.text().comment('Empty if there is only a picture.').check(atMostSql('text', 1000)),
    storageKey: p.text().comment('The name under which its picture is stored.').strictNullable(),
    messageId: p
      .integer()
      .comment("The id of the customer's message in the chat with the bot; null for messages of the merchant.")
      .strictNullable(),
    once: p.text().comment('Its cause, so that an update that is handled again writes it only once.').unique(),
    createdAt: p.datetime(),
  },
})

export class TalkMessage extends TalkMessageSchema.class {}
TalkMessageSchema.setClass(TalkMessage)

export const talkTextMax = 1000

/** How long a conversation stays open after its last message; until then, a message needs no button. */
export const talkMs = 30 * 60_000
