import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Payment } from '../../payments/payment.ts'
import { Bill } from './bill.ts'

const BillPartSchema = defineEntity({
  name: 'BillPart',
  tableName: 'bill_part',
  comment: 'A payment of a bill.',
  filters: accountFilter,
  uniques: [
    { properties: ['bill', 'number'] },
    { name: 'bill_part_of_browser', properties: ['bill', 'browser', 'amount'], where: "state = 'open'" },
  ],
  indexes: [{ name: 'bill_part_open', properties: ['bill'], where: "state = 'open'" }],
  properties: {
    payment: () => p.oneToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    account: owner,
    bill: () => p.manyToOne(Bill).lazyRef(),
    number: p.integer(),
    amount: p
      .bigint('number')
      .comment('The amount that counts towards the bill, in whole rupiah, without its unique code.')
      .check('amount > 0'),
    state: p
      .enum(['open', 'paid', 'ended'])
      .comment('ended: not paid in time; late money may still pay it.')
      .default('open'),
    browser: p
      .blob()
      .comment("A hash of the browser's token; null if it was not requested by a browser.")
      .$type<Buffer>()
      .strictNullable(),
    address: p
      .blob()
      .comment('A hash of the requesting address, in the form that limits count; null if unknown.')
      .$type<Buffer>()
      .strictNullable(),
    payerName: p.text().comment("The payer's answer.").strictNullable().check(atMostSql('payer_name', 100)),
    payerPhone: p.text().strictNullable().check(atMostSql('payer_phone', 32)),
    payerAddress: p.text().strictNullable().check(atMostSql('payer_address', 500)),
    payerNote: p.text().strictNullable().check(atMostSql('payer_note', 500)),
    createdAt: p.datetime(),
  },
})

/** A payment of all or part of a bill. */
export class BillPart extends BillPartSchema.class {
  declare state: 'open' | 'paid' | 'ended'
}
BillPartSchema.setClass(BillPart)
