import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Bot } from '../../notices/bot.ts'

/** The groups of customers that a broadcast can go to, among those who did not block the bot and accept promotions. */
export const segments = ['all', 'buyers', 'browsers', 'idle'] as const
export type Segment = (typeof segments)[number]

const broadcastStates = ['draft', 'sending', 'done', 'stopped'] as const

const BroadcastSchema = defineEntity({
  name: 'Broadcast',
  tableName: 'broadcast',
  comment: 'One message from a merchant to many customers of one bot.',
  filters: accountFilter,
  uniques: [{ name: 'broadcast_one_at_a_time', properties: ['bot'], where: "state = 'sending'" }],
  indexes: [{ name: 'broadcast_due', properties: ['nextAt'], where: "state = 'sending'" }],
  properties: {
    id: identity(),
    account: owner,
    bot: () => p.manyToOne(Bot).lazyRef().filters({ caller: false }),
    authorChatId: p
      .bigint('number')
      .comment('The chat with the platform bot that it was written in, and is reported to.'),
    text: p.text().check(charactersBetweenSql('text', 1, 1000)),
    storageKey: p.text().comment('On the shelf of pictures.').strictNullable(),
    segment: p.enum(segments).comment('Which customers it goes to.').strictNullable(),
    state: p.enum(broadcastStates).comment('How far it has got.').default('draft'),
    nextAt: p.datetime().comment('When its next second begins; while a process works on one, until when it may.'),
    leaseToken: p.uuid().comment('Of the second that is under way.').strictNullable(),
    leaseHolder: p.text().comment('The process that sends it; null too for one of an older version.').strictNullable(),
    reportedAt: p.datetime().strictNullable(),
    once: p.text().comment('What caused it, so that an update that is handled again makes one.').unique(),
    createdAt: p.datetime(),
    startedAt: p.datetime().strictNullable(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** One message from a merchant to many customers of a bot. */
export class Broadcast extends BroadcastSchema.class {
  declare state: (typeof broadcastStates)[number]
}
BroadcastSchema.setClass(Broadcast)

export const broadcastTextMax = 1000
