import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { CounterSale } from './counter-sale.ts'
import { Shift } from './shift.ts'

export const cashReasonMax = 200

const CashReturnSchema = defineEntity({
  name: 'CashReturn',
  tableName: 'counter_return',
  comment: 'Refunded cash of a sale, in full or in part. A correction is a row with a negative amount.',
  filters: accountAndModeFilter,
  uniques: [{ name: 'counter_return_corrected_once', properties: ['corrects'], where: 'corrects_id is not null' }],
  indexes: [
    { name: 'counter_return_of_sale', properties: ['sale', 'id'] },
    { name: 'counter_return_of_shift', properties: ['shift'], where: 'shift_id is not null' },
    { name: 'counter_return_day', properties: ['account', 'mode', 'createdAt'] },
  ],
  checks: [{ name: 'counter_return_amount', expression: '(amount < 0) = (corrects_id is not null) and amount <> 0' }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    sale: () => p.manyToOne(CounterSale).lazyRef().fieldName('order_id'),
    key: p
      .uuid()
      .comment('Its public id, which makes a repeated form have no effect.')
      .unique()
      .defaultRaw('gen_random_uuid()'),
    amount: p.bigint('number').comment('Whole rupiah; negative for a correction.'),
    corrects: () => p.manyToOne(CashReturn).lazyRef().strictNullable(),
    reason: p.text().strictNullable().check(atMostSql('reason', cashReasonMax)),
    actor: p.text().check(atMostSql('actor', 100)),
    shift: () =>
      p.manyToOne(Shift).lazyRef().comment('The shift whose cash it was taken from, if one was open.').strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A refund of cash from a sale. */
export class CashReturn extends CashReturnSchema.class {}
CashReturnSchema.setClass(CashReturn)
