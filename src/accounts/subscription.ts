import { defineEntity, p } from '@mikro-orm/core'
import { identity } from '../database/identity.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountFilter } from '../database/scope.ts'
import { owner } from './account.ts'

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  comment: 'What an account paid for, in the edition with subscriptions. Without a stated end it goes on.',
  filters: accountFilter,
  indexes: [{ name: 'subscription_account', properties: ['account', 'endsAt'] }],
  checks: [{ name: 'subscription_ends', expression: 'ends_at > starts_at' }],
  properties: {
    id: identity(),
    account: owner,
    plan: p.enum(['trial', 'paid', 'premium']).comment('What was paid for.'),
    startsAt: p.datetime(),
    endsAt: p.type(OpenEndedType).comment('infinity: without an end.').defaultRaw("'infinity'"),
  },
})

export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription)
