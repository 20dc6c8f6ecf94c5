import { defineEntity, p } from '@mikro-orm/core'

import { installationFilter } from '../database/scope.ts'
import { Bot } from './bot.ts'

const InboxUpdateSchema = defineEntity({
  name: 'InboxUpdate',
  tableName: 'inbox',
  comment: 'An update from Telegram, kept until it was handled.',
  filters: installationFilter,
  indexes: [
    { name: 'inbox_waiting', properties: ['bot', 'personId', 'updateId'], where: "state = 'received'" },
    { name: 'inbox_age', properties: ['receivedAt'] },
    { name: 'inbox_dead', properties: ['endedAt'], where: "state = 'dead'" },
  ],
  properties: {
    bot: () => p.manyToOne(Bot).lazyRef().primary(),
    updateId: p.bigint('number').comment("Telegram's id of the update.").primary(),
    personId: p.bigint('number').comment("Telegram's id of the person; their updates are handled in order."),
    payload: p.json<object>().comment('The update as Telegram sent it.'),
    state: p.enum(['received', 'done', 'dead']).comment('dead: handling it failed too often.').default('received'),
    attempts: p.integer().comment('The number of attempts to handle it.').default(0),
    retryAt: p.datetime().defaultRaw('now()'),
    receivedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().strictNullable(),
    error: p.text().strictNullable(),
    reference: p.text().strictNullable(),
  },
})

export class InboxUpdate extends InboxUpdateSchema.class {}
InboxUpdateSchema.setClass(InboxUpdate)
