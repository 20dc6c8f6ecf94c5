import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { accountFilter } from '../database/scope.ts'
import { User } from '../people/user.ts'

const MerchantChatSchema = defineEntity({
  name: 'MerchantChat',
  tableName: 'merchant_chat',
  comment: 'A chat in which a merchant is told what happens in the shop.',
  filters: accountFilter,
  indexes: [{ name: 'merchant_chat_person', properties: ['chatId'] }],
  properties: {
    account: () => owner().primary(),
    chatId: p.bigint('number').comment("Telegram's id of the chat.").primary(),
    user: () =>
      p
        .manyToOne(User)
        .comment('Whose chat it is: their role says what may be done in it; null: linked to the account itself.')
        .lazyRef()
        .filters({ caller: false })
        .strictNullable(),
    name: p.text(),
    language: p.enum(['id', 'en']),
    linkedAt: p.datetime(),
    blockedAt: p.datetime().strictNullable(),
    talkId: p
      .bigint('number')
      .comment('The message of a customer whom what is written here answers; null for nobody.')
      .strictNullable(),
    talkUntil: p.datetime().comment('Until when it does.').strictNullable(),
  },
})

export class MerchantChat extends MerchantChatSchema.class {}
MerchantChatSchema.setClass(MerchantChat)
