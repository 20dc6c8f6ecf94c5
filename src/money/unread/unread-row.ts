import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Connection } from '../../connections/connection.ts'
import type { UnreadReason } from '../../connectors/unread-notification.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'

const UnreadRowSchema = defineEntity({
  name: 'UnreadRow',
  tableName: 'unread_notification',
  comment: 'An unreadable notification forwarded by a phone; deleted after a week.',
  filters: accountFilter,
  uniques: [{ name: 'unread_notification_once', properties: ['connection', 'referenceHash'] }],
  indexes: [
    { name: 'unread_notification_of_connection', properties: ['connection', 'isChosen', 'receivedAt'] },
    { name: 'unread_notification_old', properties: ['receivedAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    referenceHash: p.text().comment('A keyed hash of its reference: a retry has the same one.'),
    packageName: p.text().comment('The Android package that displayed it; empty if the forwarder named none.'),
    isChosen: p.boolean().comment('Whether the merchant selected its app. Of other apps, only the package is stored.'),
    sealedContent: p
      .text()
      .comment('Its title and text, sealed; null for other apps, and beyond the hourly limit.')
      .strictNullable(),
    isWithheld: p.boolean().comment('Whether its text was omitted because it contains a one-time code.').default(false),
    isOverLimit: p.boolean().comment('Whether its text was omitted because of the hourly limit.').default(false),
    more: p
      .integer()
      .comment('The number of other notifications of its app and day, which are not stored separately.')
      .default(0),
    amount: p.bigint('number').comment('The amount that the forwarder reported, in whole rupiah.').strictNullable(),
    reason: p.text().$type<UnreadReason>().comment('Why it could not be interpreted.'),
    occurredAt: p.datetime().comment("The phone's time; null if the forwarder sent none.").strictNullable(),
    receivedAt: p.datetime(),
  },
})

/** A forwarded notification that could not be read. It settles nothing. */
export class UnreadRow extends UnreadRowSchema.class {}
UnreadRowSchema.setClass(UnreadRow)

/** The sealed text of a notification. */
export interface UnreadContent {
  title: string
  text: string
  /** The connector's own facts for judging it again. */
  again?: unknown
}

/** Returns the context to which the sealed text of an unread notification is bound. */
export function unreadContext(row: { connection: { id: number }; referenceHash: string }): string {
  return `unread_notification|sealed_content|${row.connection.id}|${row.referenceHash}`
}
