import { defineEntity, p } from '@mikro-orm/core'

import { byInstallation } from '../database/scope.ts'
import { Bot } from './bot.ts'

const InboxUpdateSchema = defineEntity({
  name: 'InboxUpdate',
  tableName: 'inbox',
  filters: byInstallation,
  indexes: [
    { name: 'inbox_waiting', properties: ['bot', 'personId', 'updateId'], where: "state = 'received'" },
    { name: 'inbox_age', properties: ['receivedAt'] },
    { name: 'inbox_dead', properties: ['endedAt'], where: "state = 'dead'" },
  ],
  properties: {
    bot: () => p.manyToOne(Bot).lazyRef().primary(),
    updateId: p.bigint('number').primary(),
    personId: p.bigint('number'),
    /** As Telegram wrote it. */
    payload: p.json<object>(),
    state: p.enum(['received', 'done', 'dead']).default('received'),
    attempts: p.integer().default(0),
    retryAt: p.datetime().defaultRaw('now()'),
    receivedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().strictNullable(),
    error: p.text().strictNullable(),
    reference: p.text().strictNullable(),
  },
})

/** What Telegram sent, kept until it was handled. */
export class InboxUpdate extends InboxUpdateSchema.class {}
InboxUpdateSchema.setClass(InboxUpdate)
