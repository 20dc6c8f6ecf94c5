import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Window } from '../connectors/window.ts'
import { atMostSql, charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { ReceivingAccount } from './receiving-account.ts'

/**
 * Why a connection does not work: an error found by its connector, a phone that stopped reporting, or a code that came
 * too late.
 */
export const failureKinds = [
  'unreachable',
  'unauthorized',
  'refused',
  'taken',
  'unexpected',
  'silent',
  'too_late',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** A stored failure. Its message is the provider's, or ours about the provider's answer. */
export interface StoredFailure {
  /** The kind of failure; null if only a message was stored. */
  kind: FailureKind | null
  sentence: string
}

/** Returns the failure that two columns contain; null if they are empty. */
export function toStoredFailure(kind: FailureKind | null, sentence: string | null): StoredFailure | null {
  return sentence === null ? null : { kind, sentence }
}

const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  comment: "One account's stored access to one provider.",
  filters: accountAndModeFilter,
  uniques: [
    { name: 'connection_one_active', properties: ['account', 'connector', 'mode', 'method'], where: 'is_active' },
    // Two connections to one wallet would read the same money twice.
    { name: 'connection_one_reader', properties: ['receivingAccount'], where: 'is_active' },
  ],
  indexes: [{ name: 'connection_of_receiving_account', properties: ['receivingAccount'] }],
  checks: [{ name: 'connection_removed', expression: '(removed_at is null) or (not is_active)' }],
  properties: {
    id: identity(),
    account: owner,
    connector: p.text().$type<ConnectorId>(),
    mode: p.enum(modes),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    label: p.text().check(charactersBetweenSql('label', 1, 100)),
    sealedCredentials: p.text().comment("The provider's credentials, sealed and bound to the row."),
    method: p.text().comment('Empty if the connector determines which method its money pays.').default(''),
    staticQris: p
      .text()
      .comment("The account's own static QRIS.")
      .strictNullable()
      .check(atMostSql('static_qris', 512)),
    details: p
      .json<ConnectionDetails>()
      .comment("The provider's details: holder, outlet, merchant id, number.")
      .defaultRaw("'{}'"),
    windowOverrides: p
      .json<Partial<Window>>()
      .comment("Differences of its time windows from the connector's.")
      .defaultRaw("'{}'"),
    isExact: p
      .boolean()
      .comment("Whether a code from the account's own provider charges exactly the price, without a unique code.")
      .default(false),
    isActive: p.boolean().default(true),
    removedAt: p
      .datetime()
      .comment('When it was removed; the row is kept for its payments and transfers.')
      .strictNullable(),
    silentSince: p.datetime().comment('Since when its provider has given no usable response.').strictNullable(),
    failingSince: p
      .datetime()
      .comment('Since when its provider has rejected its credentials, or been silent for too long.')
      .strictNullable(),
    failingKind: p.enum(failureKinds).comment('The kind of failure.').strictNullable(),
    failingError: p.text().strictNullable(),
    sequence: p.integer().comment('The number of changes of its health.').default(0),
    traceLeft: p
      .integer()
      .comment('The number of exchanges with its provider that are still to be recorded.')
      .default(0),
    triedAt: p
      .datetime()
      .comment('When a trial or a check last proved that these credentials create codes.')
      .strictNullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** Public facts about the account at the provider. */
export interface ConnectionDetails {
  holder?: string | null
  phone?: string | null
  mid?: string | null
  outletName?: string | null
  outletId?: string | null
}

/** An account's stored access to a provider. */
export class Connection extends ConnectionSchema.class {
  /** Returns why it fails; null while it works. */
  failure(): StoredFailure | null {
    return toStoredFailure(this.failingKind, this.failingError)
  }
}
ConnectionSchema.setClass(Connection)
