import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Customer } from '../../orders/customers/customer.ts'

const MenuGuestSchema = defineEntity({
  name: 'MenuGuest',
  tableName: 'menu_guest',
  comment: 'A customer of a menu page, identified by a browser.',
  filters: accountAndModeFilter,
  uniques: [{ properties: ['account', 'mode', 'browser'] }],
  properties: {
    customer: () => p.oneToOne(Customer).lazyRef().primary().createForeignKeyConstraint(false),
    account: owner,
    customerOfAccount: () => accountRelation(Customer, 'customer_id'),
    mode: p.enum(modes).comment('The mode of their orders.'),
    browser: p.blob().comment('SHA-256 of the token in its cookie.').$type<Buffer>(),
    address: p.blob().comment('SHA-256 of its last network address.').$type<Buffer>(),
    createdAt: p.datetime(),
  },
})

/** A customer of a menu page. */
export class MenuGuest extends MenuGuestSchema.class {}
MenuGuestSchema.setClass(MenuGuest)

/** Returns the stored form of a browser's token, or of an address. */
export function hashGuest(text: string): Buffer {
  return createHash('sha256').update(`menu ${text}`).digest()
}
