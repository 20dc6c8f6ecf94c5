import { defineEntity, p } from '@mikro-orm/core'

import { atMost, between, charactersBetween } from '../database/checks.ts'
import { byOwnId } from '../database/scope.ts'
import { EventSchema } from '../events/event.ts'

export type DialectName = 'detailed' | 'simple'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  filters: byOwnId,
  uniques: [{ name: 'account_one_operator', properties: ['isOperator'], where: 'is_operator' }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    name: p.text().unique().check("name ~ '^[a-z0-9][a-z0-9_-]{1,38}$'"),
    displayName: p.text().check(charactersBetween('display_name', 1, 100)),
    /** As the operator wrote it down when opening the account; told where its owner has given none. Nobody is found by it. */
    email: p.text().strictNullable().check(atMost('email', 254)),
    isVerified: p.boolean().default(false),
    isActive: p.boolean().default(true),
    isOperator: p.boolean().default(false),
    dialect: p.enum(['detailed', 'simple']).default('detailed'),
    defaultCallbackUrl: p.text().strictNullable().check(atMost('default_callback_url', 2048)),
    invoiceLifetimeS: p
      .integer()
      .default(1800)
      .check(between('invoice_lifetime_s', 300, 86_400)),
    acceptsLateMoney: p.boolean().default(false),
    subtractsUniqueCode: p.boolean().default(false),
    /** Whether the store puts every available method on one invoice, in the edition that knows `all`. */
    offersAllMethods: p.boolean().default(false),
    /** What customers pay on top with `qris_platform`, in hundredths of a percent. */
    platformFeeBps: p
      .integer()
      .default(0)
      .check(between('platform_fee_bps', 0, 1000)),
    acceptsKeyInQuery: p.boolean().default(true),
    /** Whether a request with a field that its endpoint does not know is refused. */
    refusesUnknownFields: p.boolean().default(false),
    /** Whether the operator lets it convert codes of other merchants, whose money nobody here sees. */
    allowsForeignCodes: p.boolean().default(false),
    /** What the operator lets one payment be at most, in whole rupiah; null: as much as its method takes. */
    amountMax: p.bigint('number').strictNullable().check('amount_max >= 1000'),
    /** How many requests of the API the operator allows a second, over all keys; null: what the installation allows each key. */
    requestsPerS: p
      .integer()
      .strictNullable()
      .check(between('requests_per_s', 1, 1000)),
    /** The name under which the bytes of its picture are kept. */
    logoKey: p.text().strictNullable().unique().check("logo_key ~ '^[A-Za-z0-9_-]{22}$'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A merchant. Owns everything below it. */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

// An event's relation to its account is added here, because events are in a room below this one.
EventSchema.addManyToOne('account' as never, 'Account', { entity: () => Account, fieldName: 'account_id' })
