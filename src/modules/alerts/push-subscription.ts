import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { User } from '../../people/user.ts'

const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscription',
  comment: 'A browser that receives push messages for a member of an account (RFC 8030).',
  filters: accountFilter,
  uniques: [{ name: 'push_subscription_once', properties: ['account', 'endpoint'] }],
  properties: {
    id: identity(),
    account: owner,
    user: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    endpoint: p.text().comment('The address of its push service.').check(atMostSql('endpoint', 2000)),
    p256dh: p.text().comment('The public key of the browser, with which messages are encrypted for it (RFC 8291).'),
    auth: p.text().comment('Its authentication secret.'),
    browser: p.text().comment('The device as its browser describes it.').check(atMostSql('browser', 100)),
    createdAt: p.datetime(),
  },
})

export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription)

/** The maximum number of browsers per member of an account. */
export const subscriptionsMax = 10
