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
      .comment('As the operator wrote it down; told where the owner has given none. Nobody is found by it.')
      .strictNullable()
      .check(atMostSql('email', 254)),
    isVerified: p
      .boolean()
      .comment('Whether the operator has verified it: opens methods in the edition with verification.')
      .default(false),
    isActive: p.boolean().comment('False while the operator has suspended it.').default(true),
    isOperator: p
      .boolean()
      .comment('The one account whose connections serve the methods qris and qris_platform.')
      .default(false),
    dialect: p.enum(['detailed', 'simple']).comment('How answers of the API look.').default('detailed'),
    defaultCallbackUrl: p
      .text()
      .comment('Where payments are told that name no callback address of their own.')
      .strictNullable()
      .check(atMostSql('default_callback_url', 2048)),
    invoiceLifetimeS: p
      .integer()
      .comment('How long its payments can be paid, in seconds.')
      .default(1800)
      .check(betweenSql('invoice_lifetime_s', 300, 86_400)),
    acceptsLateMoney: p
      .boolean()
      .comment('Whether exact money that comes after the end pays by itself.')
      .default(false),
    subtractsUniqueCode: p
      .boolean()
      .comment('Whether the unique code lowers the amount and does not raise it.')
      .default(false),
    offersAllMethods: p
      .boolean()
      .comment('Whether the store puts every available method on one invoice, in the edition that knows all.')
      .default(false),
    platformFeeBps: p
      .integer()
      .comment('What customers pay on top with qris_platform, in hundredths of a percent.')
      .default(0)
      .check(betweenSql('platform_fee_bps', 0, 1000)),
    acceptsKeyInQuery: p.boolean().comment('Whether a key may come as ?apiKey= in the address.').default(true),
    refusesUnknownFields: p
      .boolean()
      .comment('Whether a request with a field that its endpoint does not know is refused.')
      .default(false),
    allowsForeignCodes: p
      .boolean()
      .comment('Whether the operator lets it convert codes of other merchants, whose money nobody here sees.')
      .default(false),
    amountMax: p
      .bigint('number')
      .comment('What the operator lets one payment be at most, in whole rupiah; null: as much as its method takes.')
      .strictNullable()
      .check('amount_max >= 1000'),
    requestsPerS: p
      .integer()
      .comment("Requests a second over all keys, set by the operator; null: the installation's limit for each key.")
      .strictNullable()
      .check(betweenSql('requests_per_s', 1, 1000)),
    storageBytesMax: p
      .bigint('number')
      .comment('What the operator lets its files and pictures take together, in bytes; null: as its plan says.')
      .strictNullable()
      .check('storage_bytes_max >= 0'),
    storageFilesMax: p
      .integer()
      .comment('How many files, and how many pictures, the operator lets it store; null: as its plan says.')
      .strictNullable()
      .check('storage_files_max >= 0'),
    redirectSchemes: p
      .array<string>()
      .comment('Schemes of apps that its payments may lead back to, without the colon; http and https always may.')
      .default([]),
    logoKey: p
      .text()
      .comment('The name under which the bytes of its picture are kept.')
      .strictNullable()
      .unique()
      .check("logo_key ~ '^[A-Za-z0-9_-]{22}$'"),
    embedOrigins: p
      .array<string>()
      .comment('The sites that may show its bills in a frame, as scheme, host and port.')
      .default([]),
    guideAwayAt: p
      .datetime()
      .comment('When its people put the guide to the first live money away; null: it is shown until it is done.')
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
