import { defineEntity, p } from '@mikro-orm/core'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.bigint('number').primary(),
    name: p.string(),
    displayName: p.string(),
    email: p.string().nullable(),
    isVerified: p.boolean().default(false),
    isActive: p.boolean().default(true),
    isOperator: p.boolean().default(false),
    dialect: p.string().$type<DialectName>().default('detailed'),
    defaultCallbackUrl: p.string().nullable(),
    invoiceLifetimeS: p.integer().default(1800),
    acceptsLateMoney: p.boolean().default(false),
    subtractsUniqueCode: p.boolean().default(false),
    acceptsKeyInQuery: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

export type DialectName = 'detailed' | 'simple'
export type Mode = 'live' | 'test'

/** A merchant. Owns everything below it. */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    id: p.bigint('number').primary(),
    account: () => p.manyToOne(Account).fieldName('account_id'),
    plan: p.string().$type<'trial' | 'paid' | 'premium'>(),
    startsAt: p.datetime(),
  },
})

/** What an account paid for, in the edition with subscriptions. Without a stated end it goes on. */
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription)

export const accountEntities = [Account, Subscription] as const
