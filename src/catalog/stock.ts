import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import type { StockMode } from './product.ts'
import { Variant } from './product.ts'

const StockSchema = defineEntity({
  name: 'Stock',
  tableName: 'stock',
  filters: byAccount,
  properties: {
    variant: () => p.oneToOne(Variant).lazyRef().primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    /** Null while a server hands units out and has told no number: then there are always enough. */
    available: p.bigint('number').strictNullable().default(0).check('available >= 0'),
    reserved: p.bigint('number').default(0).check('reserved >= 0'),
    sold: p.bigint('number').default(0).check('sold >= 0'),
  },
})

/** Of variants that are kept by number. Where `available` is a number, the sum of the changes = available + reserved + sold. */
export class Stock extends StockSchema.class {}
StockSchema.setClass(Stock)

/** A quantity of one variant for one item of an order; that item, by its id, owns the serial lines taken for it. */
export interface StockLine {
  id: number
  variant: { id: number }
  stockMode: StockMode
  quantity: number
}
