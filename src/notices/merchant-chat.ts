import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import { User } from '../people/user.ts'

const MerchantChatSchema = defineEntity({
  name: 'MerchantChat',
  tableName: 'merchant_chat',
  comment: 'A chat in which a merchant is notified about the shop.',
  filters: accountFilter,
  indexes: [{ name: 'merchant_chat_person', properties: ['chatId'] }],
  properties: {
    account: () => owner().primary(),
    chatId: p.bigint('number').comment("Telegram's id of the chat.").primary(),
    user: () =>
      p
        .manyToOne(User)
        .comment('The user of the chat, whose role determines their permissions; null: linked only to the account.')
        .lazyRef()
        .filters({ caller: false })
        .strictNullable(),
    name: p.text(),
    language: p.enum(['id', 'en']),
    linkedAt: p.datetime(),
    blockedAt: p.datetime().strictNullable(),
    talkId: p
      .bigint('number')
      .comment("The customer's message that text in this chat answers; null for none.")
      .strictNullable(),
    talkUntil: p.datetime().comment('Until then, text in this chat answers that message.').strictNullable(),
  },
})

export class MerchantChat extends MerchantChatSchema.class {}
MerchantChatSchema.setClass(MerchantChat)
