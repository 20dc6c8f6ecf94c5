import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import type { Choice } from '../catalog/options/read-making.ts'
import { betweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'

export const OrderItemMakingSchema = defineEntity({
  name: 'OrderItemMaking',
  tableName: 'order_item_making',
  comment: 'The options of some units of an item; the remaining units have none.',
  filters: accountAndModeFilter,
  indexes: [
    {
      name: 'order_item_making_of_item',
      expression: 'create index order_item_making_of_item on order_item_making (order_item_id, position)',
    },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('As in its order.'),
    position: p.integer(),
    quantity: p.integer().check(betweenSql('quantity', 1, 99)),
    price: p
      .bigint('number')
      .comment("The amount that the options added to each unit's price at the time of the order, in whole rupiah.")
      .check('price >= 0'),
    choices: p.json<Choice[]>().comment('The chosen options, with their names and prices at the time of the order.'),
  },
})

/** The options chosen for some units of an item; the other units have no options. */
export class OrderItemMaking extends OrderItemMakingSchema.class {
  /** Returns the names, such as `Besar, Susu oat`. */
  names(): string {
    return this.choices.map(({ optionName }) => optionName).join(', ')
  }
}
OrderItemMakingSchema.setClass(OrderItemMaking)
