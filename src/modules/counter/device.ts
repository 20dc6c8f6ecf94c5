import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { hashToken } from '../../lib/ids.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Cashier } from './cashier.ts'

/** `kasir`: a phone or tablet that sells. `soundbox`: one that announces payments aloud. */
export const deviceKinds = ['kasir', 'soundbox'] as const
export type DeviceKind = (typeof deviceKinds)[number]

const DeviceSchema = defineEntity({
  name: 'Device',
  tableName: 'device',
  comment: 'A phone or tablet at the counter. Its session gives access only to the page of its kind.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'device_newest', properties: ['account', 'mode', 'id'] }],
  checks: [
    { name: 'device_paired', expression: '(paired_at is null) = (token_hash is null)' },
    { name: 'device_code', expression: '(code_hash is null) = (code_until is null)' },
    { name: 'device_code_once', expression: '(code_hash is null) or (paired_at is null)' },
  ],
  properties: {
    id: identity(),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes).comment('The mode of its sales.'),
    kind: p.enum(deviceKinds).comment('kasir sells, soundbox announces payments.'),
    name: p
      .text()
      .comment("The owner's name for it.")
      .check(charactersBetweenSql('name', 1, 60)),
    codeHash: p
      .blob()
      .comment('SHA-256 of its pairing code; null once it was used.')
      .$type<Buffer>()
      .strictNullable()
      .unique(),
    codeUntil: p.datetime().comment('When the code expires.').strictNullable(),
    tokenHash: p
      .blob()
      .comment('SHA-256 of the token in its cookie; null before it was paired.')
      .$type<Buffer>()
      .strictNullable()
      .unique(),
    browser: p.text().comment('The device as its browser describes it.').default('').check(atMostSql('browser', 100)),
    cashier: () => p.manyToOne(Cashier).lazyRef().comment('The cashier who is signed in.').strictNullable(),
    customer: () =>
      p
        .manyToOne(Customer)
        .lazyRef()
        .comment('The customer in whose name its orders are, who has no chat.')
        .strictNullable(),
    createdBy: p.text().comment('The user who created it.').check(atMostSql('created_by', 100)),
    createdAt: p.datetime(),
    pairedAt: p.datetime().strictNullable(),
    seenAt: p.datetime().comment('When it was last used, to within a few minutes.').strictNullable(),
    revokedAt: p.datetime().comment('When its access was revoked.').strictNullable(),
  },
})

/** A phone or tablet at the counter. */
export class Device extends DeviceSchema.class {
  declare kind: DeviceKind

  /** Returns whether its last recorded use is so old that a new one is recorded; not every request is. */
  isSeenLongBefore(now: Date): boolean {
    return this.seenAt === null || now.getTime() - this.seenAt.getTime() > seenEveryMs
  }
}
DeviceSchema.setClass(Device)

/** The lifetime of a pairing code, in seconds. */
export const codeLifetimeS = 600
/** The maximum number of an account's devices in one mode, paired or waiting for their code. */
export const devicesMax = 50
const seenEveryMs = 300_000

/** Returns the hash of a typed code, accepting lower case, and O for 0. */
export function hashDeviceCode(input: string): Buffer {
  const plain = input.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashToken(`pairing ${plain}`)
}
