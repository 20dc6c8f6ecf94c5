import { defineEntity, p } from '@mikro-orm/core'

import { atMostSql, betweenSql, charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { ownIdFilter } from '../database/scope.ts'
import { StoredEventSchema } from '../events/stored-event.ts'

export type DialectName = 'detailed' | 'simple'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  comment: 'A merchant. Owns everything below it.',
  filters: ownIdFilter,
  uniques: [{ name: 'account_one_operator', properties: ['isOperator'], where: 'is_operator' }],
  properties: {
    id: identity(),
    name: p.text().unique().check("name ~ '^[a-z0-9][a-z0-9_-]{1,38}$'"),
    displayName: p.text().check(charactersBetweenSql('display_name', 1, 100)),
    email: p
      .text()
      .comment('The address entered by the operator, returned if the owner has none. It identifies no user.')
      .strictNullable()
      .check(atMostSql('email', 254)),
    isVerified: p
      .boolean()
      .comment('Whether the operator has verified it, which permits more methods in the verification edition.')
      .default(false),
    isActive: p.boolean().comment('False while the operator has suspended it.').default(true),
    isOperator: p
      .boolean()
      .comment('The single account whose connections serve the methods qris and qris_platform.')
      .default(false),
    dialect: p.enum(['detailed', 'simple']).comment('The dialect of API responses.').default('detailed'),
    defaultCallbackUrl: p
      .text()
      .comment('The address of callbacks for payments without their own callback address.')
      .strictNullable()
      .check(atMostSql('default_callback_url', 2048)),
    invoiceLifetimeS: p
      .integer()
      .comment('How long its payments can be paid, in seconds.')
      .default(1800)
      .check(betweenSql('invoice_lifetime_s', 300, 86_400)),
    acceptsLateMoney: p
      .boolean()
      .comment('Whether exact money that arrives after the end settles the payment automatically.')
      .default(false),
    subtractsUniqueCode: p
      .boolean()
      .comment('Whether the unique code is subtracted from the amount instead of added.')
      .default(false),
    offersAllMethods: p
      .boolean()
      .comment('Whether the store offers all available methods on one invoice, in the edition that supports this.')
      .default(false),
    platformFeeBps: p
      .integer()
      .comment('The fee that customers pay with qris_platform, in hundredths of a percent.')
      .default(0)
      .check(betweenSql('platform_fee_bps', 0, 1000)),
    acceptsKeyInQuery: p.boolean().comment('Whether an API key may be sent as ?apiKey= in the URL.').default(true),
    refusesUnknownFields: p.boolean().comment('Whether requests with unknown fields are rejected.').default(false),
    allowsForeignCodes: p
      .boolean()
      .comment("Whether the operator allows it to convert other merchants' codes, whose money is not visible here.")
      .default(false),
    amountMax: p
      .bigint('number')
      .comment("The maximum amount of a payment, set by the operator, in whole rupiah; null: the method's maximum.")
      .strictNullable()
      .check('amount_max >= 1000'),
    requestsPerS: p
      .integer()
      .comment("Requests per second for all its keys, set by the operator; null: the installation's limit per key.")
      .strictNullable()
      .check(betweenSql('requests_per_s', 1, 1000)),
    storageBytesMax: p
      .bigint('number')
      .comment('The maximum size of its files and pictures, set by the operator, in bytes; null: that of its plan.')
      .strictNullable()
      .check('storage_bytes_max >= 0'),
    storageFilesMax: p
      .integer()
      .comment('The maximum number of files, and of pictures, set by the operator; null: that of its plan.')
      .strictNullable()
      .check('storage_files_max >= 0'),
    redirectSchemes: p
      .array<string>()
      .comment('App schemes that its payments may redirect to, without the colon; http and https are always allowed.')
      .default([]),
    logoKey: p
      .text()
      .comment('The name under which its logo is stored.')
      .strictNullable()
      .unique()
      .check("logo_key ~ '^[A-Za-z0-9_-]{22}$'"),
    embedOrigins: p
      .array<string>()
      .comment('The sites that may embed its bills in a frame, as scheme, host and port.')
      .default([]),
    guideAwayAt: p
      .datetime()
      .comment('When a member hid the guide to the first live payment; null: it is shown until it is completed.')
      .strictNullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

/** The account that a row belongs to. */
export const owner = () => p.manyToOne(Account).lazyRef()

/** Returns the account's id as a number that is read with the row. */
export const ownerId = () => p.bigint('number').fieldName('account_id').persist(false)

// The relation between an event and its account is added here, because `events` may not import `accounts`.
StoredEventSchema.addManyToOne('account' as never, 'Account', { entity: () => Account, fieldName: 'account_id' })
