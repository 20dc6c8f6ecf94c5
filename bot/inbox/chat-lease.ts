import { defineEntity, p } from '@mikro-orm/core'

import { installationFilter } from '../../src/database/scope.ts'

const ChatLeaseSchema = defineEntity({
  name: 'ChatLease',
  tableName: 'chat_lease',
  comment: "Who handles a person's updates, so that nobody else does.",
  filters: installationFilter,
  properties: {
    botId: p.bigint('number').primary(),
    personId: p.bigint('number').comment("Telegram's id of the person.").primary(),
    token: p.uuid().comment("Proves whose lease it is: a late writer's is another."),
    holder: p.text(),
    leasedUntil: p.datetime().comment('Until then the process that holds the lease alone works on it.'),
  },
})

export class ChatLease extends ChatLeaseSchema.class {}
ChatLeaseSchema.setClass(ChatLease)
