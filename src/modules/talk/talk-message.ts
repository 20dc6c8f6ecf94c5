import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Customer } from '../../orders/customers/customer.ts'

const TalkMessageSchema = defineEntity({
  name: 'TalkMessage',
  tableName: 'talk_message',
  comment: "A line between a customer and the seller, brought by the bots, so that neither learns the other's number.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'talk_message_of_customer', properties: ['customer', 'id'] }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    customer: () => p.manyToOne(Customer).lazyRef(),
    from: p.enum(['customer', 'merchant']).comment('Who wrote it.'),
    text: p.text().comment('Empty where a picture says it all.').check(atMostSql('text', 1000)),
    storageKey: p.text().comment('A picture that came with it, on the shelf of pictures.').strictNullable(),
    messageId: p
      .integer()
      .comment('Of the customer’s message in the chat with the bot; null for those of the merchant.')
      .strictNullable(),
    once: p.text().comment('What caused it, so that an update that is handled again writes it once.').unique(),
    createdAt: p.datetime(),
  },
})

export class TalkMessage extends TalkMessageSchema.class {}
TalkMessageSchema.setClass(TalkMessage)

export const talkTextMax = 1000

/** How long a conversation stays open after its last message; until then, a message needs no button. */
export const talkMs = 30 * 60_000
