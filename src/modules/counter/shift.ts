import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'

const ShiftSchema = defineEntity({
  name: 'Shift',
  tableName: 'shift',
  comment: "A cashier's shift at a device, between two counts of the cash. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'shift_newest', properties: ['account', 'mode', 'id'] }],
  uniques: [{ name: 'shift_one_open', properties: ['device'], where: 'closed_at is null' }],
  checks: [
    { name: 'shift_closed', expression: '(closed_at is null) = (counted_cash is null)' },
    { name: 'shift_expected', expression: '(closed_at is null) = (expected_cash is null)' },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('The mode of its device.'),
    device: () => p.manyToOne(Device).lazyRef(),
    cashier: () => p.manyToOne(Cashier).lazyRef(),
    openingCash: p.bigint('number').comment('The cash counted at the start.').check('opening_cash >= 0'),
    countedCash: p.bigint('number').comment('The cash counted at the end.').strictNullable().check('counted_cash >= 0'),
    expectedCash: p
      .bigint('number')
      .comment('The expected cash: the opening cash plus cash sales minus cash refunds.')
      .strictNullable(),
    note: p.text().comment("The cashier's note about a difference.").strictNullable().check(atMostSql('note', 300)),
    openedAt: p.datetime(),
    closedAt: p.datetime().strictNullable(),
    closedBy: () => p.manyToOne(Cashier).lazyRef().strictNullable(),
  },
})

/** The time of a cashier at a device. Amounts are in whole rupiah. */
export class Shift extends ShiftSchema.class {
  /** Returns counted minus expected cash, in whole rupiah; null while it is open. */
  difference(): number | null {
    return this.countedCash === null ? null : this.countedCash - this.expectedCash!
  }
}
ShiftSchema.setClass(Shift)

export const cashMax = 1_000_000_000
