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
      .comment('The chat with the platform bot in which it was written, and to which it is reported.'),
    text: p.text().check(charactersBetweenSql('text', 1, 1000)),
    storageKey: p.text().comment('The name under which its picture is stored.').strictNullable(),
    segment: p.enum(segments).comment('The customers to whom it is sent.').strictNullable(),
    state: p.enum(broadcastStates).comment('Its progress.').default('draft'),
    nextAt: p
      .datetime()
      .comment('When its next batch, one per second, is due; while a process works on one, the end of the lease.'),
    leaseToken: p.uuid().comment('The lease of the batch in progress.').strictNullable(),
    leaseHolder: p
      .text()
      .comment('The process that sends it; also null for a process of an older version.')
      .strictNullable(),
    reportedAt: p.datetime().strictNullable(),
    once: p.text().comment('Its cause, so that an update that is handled again creates only one.').unique(),
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
