import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'
import { Transfer } from './transfer.ts'

/**
 * `pair`: two sources both report it, such as apps, phones, or a phone and the account's statement. `key`: the phone
 * showed the same notification again.
 */
const mergeRules = ['pair', 'key'] as const
export type MergeRule = (typeof mergeRules)[number]

/** Replaces the package name if the money was seen in the account's own statement. No Android package has this name. */
export const statementPackage = 'statement'

/** Replaces the package name if the provider of another connection reported it. No Android package has this name. */
export const providerPackage = 'provider'

const SightingSchema = defineEntity({
  name: 'Sighting',
  tableName: 'sighting',
  comment: 'One notification of a phone that reported a transfer.',
  filters: accountFilter,
  uniques: [{ name: 'sighting_once', properties: ['receivingAccount', 'reference'] }],
  indexes: [
    { name: 'sighting_of_amount', properties: ['receivingAccount', 'amount', 'seenAt'] },
    { name: 'sighting_of_transfer', properties: ['transfer'] },
    { name: 'sighting_merged', properties: ['account', 'id'], where: 'merged_by is not null and split_at is null' },
  ],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    transfer: () => p.manyToOne(Transfer).lazyRef().filters({ caller: false }),
    identity: p.text().comment('The content of the notification, or its id: repeats have the same one.'),
    reference: p.text().comment('The reference of its own transfer if it is split off.'),
    packageName: p.text().comment('The Android package that displayed it.'),
    device: p.text().comment('The device that forwarded it; null if it did not name itself.').strictNullable(),
    amount: p.bigint('number').comment('Whole rupiah.'),
    keyAndWords: p.text().comment("A hash of Android's key and the text.").strictNullable(),
    signedTime: p.text().comment('The signed time of its request, as sent.').strictNullable(),
    nonce: p.text().comment('The nonce of its request.').strictNullable(),
    occurredAt: p.datetime().comment("The phone's time; null if it sent none.").strictNullable(),
    seenAt: p.datetime().comment('When it was accepted.'),
    payerName: p.text().strictNullable(),
    payerApp: p.text().strictNullable(),
    mergedBy: p
      .enum(mergeRules)
      .comment('The rule by which it counts as a second report of its transfer; null for the first.')
      .strictNullable(),
    splitAt: p.datetime().comment('When a person split it off as a separate transfer.').strictNullable(),
    splitBy: p.text().comment('The person who split it off: user 12, command.').strictNullable(),
  },
})

/**
 * A phone notification that reported a transfer. A rule merges one that reports the same transfer again, and a person
 * can split it off.
 */
export class Sighting extends SightingSchema.class {
  declare mergedBy: MergeRule | null
}
SightingSchema.setClass(Sighting)
