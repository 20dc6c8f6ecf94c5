import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { OpenEndedType } from '../../database/open-ended.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { SensitiveKind } from '../../people/membership.ts'
import { User } from '../../people/user.ts'

/** The events about which a person can be alerted. */
export const alertKinds = ['order', 'payment', 'review', 'approval', 'digest'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The channels besides the chats of Telegram, which have their own switches. */
export const alertChannels = ['push', 'email'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** The facts about the event in a message; none of them identifies a customer. */
export type AlertFacts =
  | { what: 'order_placed' | 'order_paid'; number: string; amount: number }
  | { what: 'payment_paid'; number: string; amount: number }
  | { what: 'transfer_in_review'; number: null; amount: number }
  | { what: 'approval_asked'; approvalId: number; member: string; kind: SensitiveKind; amount: number | null }
  | { what: 'sales_day'; day: string }

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alert',
  comment: 'A message to a member of an account, planned in the transaction of its cause.',
  filters: accountAndModeFilter,
  indexes: [
    {
      name: 'alert_due',
      expression: "create index alert_due on alert (next_at, id) where state = 'pending'",
    },
    { name: 'alert_ended', properties: ['endedAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    mode: p.enum(modes),
    channel: p.enum(alertChannels).comment('push: to a browser; email: to the confirmed address of the member.'),
    subscriptionId: p
      .bigint('number')
      .comment('The browser that a push message goes to; null for e-mail.')
      .strictNullable(),
    kind: p.enum(alertKinds).comment('The switch of the member that it obeys.'),
    data: p.json<AlertFacts>().comment('The facts from which its text is made when it is sent.'),
    once: p.text().comment('Its event, channel and receiver, so that it is planned once.').unique(),
    state: p
      .enum(['pending', 'sent', 'skipped', 'failed'])
      .comment('skipped: there was nothing to send or nobody to send it to; failed: given up.')
      .default('pending'),
    attempts: p
      .smallint()
      .comment('How often it was claimed. An outcome counts only if this has not changed since.')
      .default(0),
    nextAt: p.datetime(),
    leasedUntil: p
      .type(OpenEndedType)
      .comment('Until then, only the process that claimed it sends it.')
      .defaultRaw("'-infinity'"),
    lastError: p.text().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert)
