import { defineEntity, p } from '@mikro-orm/core'

import { installationFilter } from '../../src/database/scope.ts'

const ChatLeaseSchema = defineEntity({
  name: 'ChatLease',
  tableName: 'chat_lease',
  comment: "The process that handles a person's updates, so that no other one does.",
  filters: installationFilter,
  properties: {
    botId: p.bigint('number').primary(),
    personId: p.bigint('number').comment("Telegram's id of the person.").primary(),
    token: p.uuid().comment('Identifies the holder of the lease; a late writer has another one.'),
    holder: p.text(),
    leasedUntil: p.datetime().comment('Until then, only the process that holds the lease works on it.'),
  },
})

export class ChatLease extends ChatLeaseSchema.class {}
ChatLeaseSchema.setClass(ChatLease)
