import { defineEntity, p } from '@mikro-orm/core'

import type { Update } from 'grammy/types'
import { byInstallation } from '../../src/database/scope.ts'
import { Bot } from '../../src/notices/bot.ts'

const InboxUpdateSchema = defineEntity({
  name: 'InboxUpdate',
  tableName: 'inbox',
  filters: byInstallation,
  indexes: [
    { name: 'inbox_waiting', properties: ['bot', 'personId', 'updateId'], where: "state = 'received'" },
    { name: 'inbox_age', properties: ['receivedAt'] },
  ],
  properties: {
    bot: () => p.manyToOne(Bot).lazyRef().primary(),
    updateId: p.bigint('number').primary(),
    personId: p.bigint('number'),
    payload: p.json<Update>(),
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
