import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

const BotSchema = defineEntity({
  name: 'Bot',
  tableName: 'bot',
  comment: "A Telegram bot: the door of an account's shop, or the platform's, where merchants are told.",
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
    id: p.bigint('number').comment("Telegram's.").primary().autoincrement(false),
    account: () => p.manyToOne(Account).comment('Null for the platform bot.').lazyRef().strictNullable(),
    accountId: p.bigint('number').fieldName('account_id').strictNullable().persist(false),
    mode: p.enum(modes),
    username: p.text(),
    firstName: p.text(),
    me: p.json<object>().comment('What Telegram said of it, so that nobody asks getMe again.'),
    sealedToken: p.text().comment("The bot's token, sealed."),
    hookId: p.text().comment('What stands in the address of its webhook.').unique(),
    secretRotation: p.integer().comment('Raised by one to give its webhook another secret.').default(0),
    state: p.enum(['active', 'revoked']).comment('revoked: Telegram takes its token no more.').default('active'),
    revokedAt: p.datetime().strictNullable(),
    hookedAs: p
      .text()
      .comment('The url, secret and kinds of updates that Telegram was told; null when no webhook is set.')
      .strictNullable(),
    hookFailures: p.integer().comment('How often setting the webhook failed in a row.').default(0),
    hookAt: p.datetime().defaultRaw('now()'),
    polledAt: p.type(OpenEndedType).defaultRaw("'-infinity'"),
    pollToken: p.uuid().strictNullable(),
    pollHolder: p.text().strictNullable(),
    polledUntil: p
      .type(OpenEndedType)
      .comment('Until then the process that holds the lease alone asks for its updates.')
      .defaultRaw("'-infinity'"),
    quietUntil: p.type(OpenEndedType).comment('Telegram asked that nothing be sent before.').defaultRaw("'-infinity'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

export class Bot extends BotSchema.class {}
BotSchema.setClass(Bot)

export function botTokenContext(botId: number): string {
  return `bot|sealed_token|${botId}`
}
