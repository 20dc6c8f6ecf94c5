import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'

const BotSchema = defineEntity({
  name: 'Bot',
  tableName: 'bot',
  filters: byAccountAndMode,
  indexes: [
    {
      name: 'bot_one_platform',
      expression: `create unique index bot_one_platform on bot ((account_id is null)) where (account_id is null) and (state = 'active')`,
    },
    { name: 'bot_of_account', properties: ['account'] },
    { name: 'bot_to_poll', properties: ['polledAt'], where: "state = 'active'" },
  ],
  properties: {
    /** Telegram's. */
    id: p.bigint('number').primary().autoincrement(false),
    /** Null for the platform bot. */
    account: () => p.manyToOne(Account).lazyRef().strictNullable(),
    accountId: p.bigint('number').fieldName('account_id').strictNullable().persist(false),
    mode: p.enum(modes),
    username: p.text(),
    firstName: p.text(),
    /** What Telegram said of it, so that nobody asks `getMe` again. */
    me: p.json<object>(),
    sealedToken: p.text(),
    hookId: p.text().unique(),
    secretRotation: p.integer().default(0),
    state: p.enum(['active', 'revoked']).default('active'),
    revokedAt: p.datetime().strictNullable(),
    /** The `url`, secret and kinds of updates that Telegram was told; null when no webhook is set. */
    hookedAs: p.text().strictNullable(),
    hookFailures: p.integer().default(0),
    hookAt: p.datetime().defaultRaw('now()'),
    polledAt: p.type(OpenEnded).defaultRaw("'-infinity'"),
    pollToken: p.uuid().strictNullable(),
    pollHolder: p.text().strictNullable(),
    polledUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    quietUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A Telegram bot: the door of an account's shop, or the platform's, where merchants are told. */
export class Bot extends BotSchema.class {}
BotSchema.setClass(Bot)
