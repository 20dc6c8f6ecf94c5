import { defineEntity, p } from '@mikro-orm/core'

import { byInstallation } from '../../src/database/scope.ts'

const ChatLeaseSchema = defineEntity({
  name: 'ChatLease',
  tableName: 'chat_lease',
  filters: byInstallation,
  properties: {
    botId: p.bigint('number').primary(),
    personId: p.bigint('number').primary(),
    token: p.uuid(),
    holder: p.text(),
    leasedUntil: p.datetime(),
  },
})

/** Who handles a person's updates, so that nobody else does. */
export class ChatLease extends ChatLeaseSchema.class {}
ChatLeaseSchema.setClass(ChatLease)
