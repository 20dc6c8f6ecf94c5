import { defineEntity, p } from '@mikro-orm/core'

import type { Window } from '../connectors/connector.ts'
import { charactersBetween } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Account } from './account.ts'
import { ReceivingAccount } from './receiving-account.ts'

const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  filters: byAccountAndMode,
  uniques: [
    { name: 'connection_one_active', properties: ['account', 'connector', 'mode'], where: 'is_active' },
    // One wallet read by two connections would be two readers of the same money.
    { name: 'connection_one_reader', properties: ['receivingAccount'], where: 'is_active' },
  ],
  checks: [{ name: 'connection_removed', expression: '(removed_at is null) or (not is_active)' }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    connector: p.text(),
    mode: p.enum(modes),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    label: p.text().check(charactersBetween('label', 1, 100)),
    sealedCredentials: p.text(),
    windowOverrides: p.json<Partial<Window>>().defaultRaw("'{}'"),
    isActive: p.boolean().default(true),
    removedAt: p.datetime().strictNullable(),
    /** Since when its provider refuses its credentials. */
    failingSince: p.datetime().strictNullable(),
    failingError: p.text().strictNullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** One account's stored access to one provider. */
export class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection)
