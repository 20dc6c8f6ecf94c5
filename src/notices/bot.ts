import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

const BotSchema = defineEntity({
  name: 'Bot',
  tableName: 'bot',
  comment: "A Telegram bot of an account's shop, or the platform's, which notifies merchants.",
  filters: accountAndModeFilter,
  indexes: [
    {
      name: 'bot_one_platform',
      expression:
        'create unique index bot_one_platform on bot ((account_id is null)) ' +
        "where (account_id is null) and (state = 'active')",
    },
    { name: 'bot_of_account', properties: ['account'] },
    { name: 'bot_to_poll', properties: ['polledAt'], where: "state = 'active'" },
  ],
  properties: {
    id: p.bigint('number').comment("Telegram's id of the bot.").primary().autoincrement(false),
    account: () => p.manyToOne(Account).comment('Null for the platform bot.').lazyRef().strictNullable(),
    accountId: p.bigint('number').fieldName('account_id').strictNullable().persist(false),
    mode: p.enum(modes),
    username: p.text(),
    firstName: p.text(),
    me: p.json<object>().comment("Telegram's response to getMe, so that it is not requested again."),
    sealedToken: p.text().comment("The bot's token, sealed."),
    hookId: p.text().comment('The random part of its webhook address.').unique(),
    secretRotation: p.integer().comment('Increased by one to give its webhook another secret.').default(0),
    state: p.enum(['active', 'revoked']).comment('revoked: Telegram no longer accepts its token.').default('active'),
    revokedAt: p.datetime().strictNullable(),
    hookedAs: p
      .text()
      .comment('The url, secret and update types registered at Telegram; null if no webhook is set.')
      .strictNullable(),
    hookFailures: p.integer().comment('The number of consecutive failures to set the webhook.').default(0),
    hookAt: p.datetime().defaultRaw('now()'),
    polledAt: p.type(OpenEndedType).defaultRaw("'-infinity'"),
    pollToken: p.uuid().strictNullable(),
    pollHolder: p.text().strictNullable(),
    polledUntil: p
      .type(OpenEndedType)
      .comment('Until then, only the process that holds the lease polls its updates.')
      .defaultRaw("'-infinity'"),
    quietUntil: p
      .type(OpenEndedType)
      .comment('Telegram requested that nothing is sent earlier.')
      .defaultRaw("'-infinity'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

export class Bot extends BotSchema.class {}
BotSchema.setClass(Bot)

export function botTokenContext(botId: number): string {
  return `bot|sealed_token|${botId}`
}
