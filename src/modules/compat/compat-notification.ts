import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { CompatCharge } from './compat-charge.ts'

const CompatNotificationSchema = defineEntity({
  name: 'CompatNotification',
  tableName: 'compat_notification',
  comment: "A notification in another gateway's format. It is signed when it is sent.",
  filters: accountAndModeFilter,
  uniques: [{ name: 'compat_notification_once', properties: ['eventId', 'charge', 'url'] }],
  indexes: [
    { name: 'compat_notification_due', properties: ['nextAt'], where: "state = 'pending'" },
    { name: 'compat_notification_of_charge', properties: ['charge'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    charge: () => p.manyToOne(CompatCharge).lazyRef(),
    eventId: p.uuid().comment('The event; the receiver gets the same id with every attempt.'),
    url: p.text().check(atMostSql('url', 2048)),
    body: p.json<Record<string, unknown>>().comment('The body without its signature.'),
    state: p.enum(['pending', 'delivered', 'failed']).comment('failed: no attempt is left.').default('pending'),
    attempts: p.integer().comment('The number of attempts.').default(0),
    nextAt: p.datetime().comment('The time of the next attempt.'),
    lastStatus: p.integer().strictNullable(),
    lastError: p.text().strictNullable().check(atMostSql('last_error', 500)),
    createdAt: p.datetime(),
  },
})

/** A notification in the form of another gateway. It is signed when it is sent. */
export class CompatNotification extends CompatNotificationSchema.class {
  declare state: 'pending' | 'delivered' | 'failed'
}
CompatNotificationSchema.setClass(CompatNotification)
