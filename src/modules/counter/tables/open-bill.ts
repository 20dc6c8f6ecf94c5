import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../../accounts/account.ts'
import { atMostSql, betweenSql, charactersBetweenSql } from '../../../database/checks.ts'
import { identity } from '../../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../../database/scope.ts'
import { Order } from '../../../orders/order.ts'
import type { OpenBillLine } from './bill-content.ts'

export const billNameMax = 60
export const tableMax = 60

const OpenBillSchema = defineEntity({
  name: 'OpenBill',
  tableName: 'counter_bill',
  comment: 'An unpaid order at the counter, of a table or a waiting customer.',
  filters: accountAndModeFilter,
  uniques: [{ name: 'counter_bill_key', properties: ['account', 'key'] }],
  indexes: [{ name: 'counter_bill_open', properties: ['account', 'mode', 'id'], where: 'closed_at is null' }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('The mode of the devices that see it.'),
    key: p.uuid().comment('A random key chosen by the device that opened it.'),
    name: p.text().check(charactersBetweenSql('name', 1, billNameMax)),
    tableNumber: p
      .integer()
      .strictNullable()
      .check(betweenSql('table_number', 1, tableMax)),
    phone: p.text().comment("The customer's phone number, if entered.").strictNullable().check(atMostSql('phone', 32)),
    note: p.text().strictNullable().check(atMostSql('note', 500)),
    lines: p.json<OpenBillLine[]>().comment('Goods and choices without prices; stock is not reserved.'),
    free: p.bigint('number').comment('A typed amount, in whole rupiah.').default(0).check('free >= 0'),
    version: p
      .integer()
      .comment('The number of its changes, so that two devices do not overwrite each other.')
      .default(1),
    createdAt: p.datetime(),
    closedAt: p.datetime().strictNullable(),
    order: () =>
      p
        .manyToOne(Order)
        .lazyRef()
        .fieldName('order_id')
        .comment('The order that was created from it.')
        .strictNullable(),
  },
})

/** An open bill of the counter. */
export class OpenBill extends OpenBillSchema.class {}
OpenBillSchema.setClass(OpenBill)
