import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import { User } from '../people/user.ts'

const MerchantChatSchema = defineEntity({
  name: 'MerchantChat',
  tableName: 'merchant_chat',
  filters: byAccount,
  indexes: [{ name: 'merchant_chat_person', properties: ['chatId'] }],
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary(),
    chatId: p.bigint('number').primary(),
    /** Whose chat it is: their role says what may be done in it. Null for a chat that was linked to the account itself, by an owner. */
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }).strictNullable(),
    name: p.text(),
    language: p.enum(['id', 'en']),
    linkedAt: p.datetime(),
    blockedAt: p.datetime().strictNullable(),
  },
})

/** A chat in which a merchant is told what happens in the shop. */
export class MerchantChat extends MerchantChatSchema.class {}
MerchantChatSchema.setClass(MerchantChat)
