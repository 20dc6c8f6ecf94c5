import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'

const CashierSchema = defineEntity({
  name: 'Cashier',
  tableName: 'cashier',
  comment: 'A person who sells at a counter, with a name and a PIN, but no user account.',
  filters: accountFilter,
  uniques: [{ name: 'cashier_name', properties: ['account', 'name'] }],
  properties: {
    id: identity(),
    account: owner,
    name: p.text().check(charactersBetweenSql('name', 1, 60)),
    pinHash: p.text().comment('The hash of the six-digit PIN: argon2id in PHC format.'),
    isActive: p.boolean().comment('Whether they may sell.').default(true),
    createdAt: p.datetime(),
  },
})

/** A person who sells at a counter. */
export class Cashier extends CashierSchema.class {}
CashierSchema.setClass(Cashier)

export const nameMax = 60
