import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'

const CashierSchema = defineEntity({
  name: 'Cashier',
  tableName: 'cashier',
  comment: 'Somebody who sells at a counter: a name and a PIN, and no account.',
  filters: accountFilter,
  uniques: [{ name: 'cashier_name', properties: ['account', 'name'] }],
  properties: {
    id: identity(),
    account: owner,
    name: p.text().check(charactersBetweenSql('name', 1, 60)),
    pinHash: p.text().comment('argon2id in PHC form, of six digits.'),
    isActive: p.boolean().comment('Whether they may sell.').default(true),
    createdAt: p.datetime(),
  },
})

/** A person who sells at a counter. */
export class Cashier extends CashierSchema.class {}
CashierSchema.setClass(Cashier)

export const nameMax = 60
