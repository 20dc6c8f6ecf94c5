import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { phoneDigitsColumn } from '../../database/phone-digits.ts'
import { accountFilter } from '../../database/scope.ts'
import { noBotId } from './chatless.ts'

/** The searched text, identical to the expression of the trigram index. */
export const searchedCustomerSql = `(name || chr(31) || coalesce(phone, '') || chr(31) || coalesce(phone_digits, ''))`

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  comment: "A person who orders in a shop's chat.",
  filters: accountFilter,
  uniques: [{ properties: ['botId', 'telegramUserId'] }, { properties: ['account', 'id'] }],
  indexes: [
    { name: 'customer_chat', properties: ['botId', 'chatId'] },
    {
      name: 'customer_searched',
      expression: `create index customer_searched on customer using gin (${searchedCustomerSql} gin_trgm_ops)`,
    },
    {
      name: 'customer_of_name',
      expression: 'create index customer_of_name on customer (account_id, lower(name) text_pattern_ops)',
    },
    {
      name: 'customer_of_phone',
      expression:
        'create index customer_of_phone on customer (account_id, reverse(phone_digits) text_pattern_ops) ' +
        'where phone_digits is not null',
    },
  ],
  properties: {
    id: identity(),
    account: owner,
    // Not a relation, because bots are in a higher layer.
    botId: p.bigint('number'),
    telegramUserId: p.bigint('number').comment("Telegram's id of the person."),
    chatId: p.bigint('number').comment("Telegram's id of the chat with the bot."),
    name: p
      .text()
      .comment('Their name in Telegram.')
      .check(charactersBetweenSql('name', 1, 100)),
    phone: p.text().strictNullable().check(atMostSql('phone', 32)),
    phoneDigits: phoneDigitsColumn('phone'),
    address: p.text().strictNullable().check(atMostSql('address', 500)),
    language: p.enum(['id', 'en']).strictNullable(),
    blockedAt: p.datetime().comment('Since when the person has blocked the bot.').strictNullable(),
    promoStoppedAt: p
      .datetime()
      .comment('When they unsubscribed from broadcasts; messages about orders are still sent.')
      .strictNullable(),
    talkUntil: p
      .datetime()
      .comment('Until then, their messages are forwarded to the seller; null if no conversation is open.')
      .strictNullable(),
    token: p.text().comment("The person's id in the API; null for one from before 1.1.0.").strictNullable(),
    createdAt: p.datetime(),
  },
})

export class Customer extends CustomerSchema.class {
  /** Returns whether they can receive messages; customers of a counter or menu page cannot. */
  hasChat(): boolean {
    return this.botId !== noBotId
  }
}
CustomerSchema.setClass(Customer)
