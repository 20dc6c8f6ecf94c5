import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import type { Choice } from '../../catalog/options/read-making.ts'
import { formatGoodsName, Variant } from '../../catalog/product.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { betweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Bill } from './bill.ts'

/** The units of a line with the same options. */
export interface BilledMaking {
  quantity: number
  /** The surcharge of the options per unit, in whole rupiah. */
  price: number
  choices: Choice[]
}

const BillLineSchema = defineEntity({
  name: 'BillLine',
  tableName: 'bill_line',
  comment: 'Catalogue goods of a bill, at the price agreed when it was created.',
  filters: accountFilter,
  uniques: [{ properties: ['bill', 'variant'] }],
  properties: {
    id: identity(),
    account: owner,
    bill: () => p.manyToOne(Bill).lazyRef(),
    variant: () => p.manyToOne(Variant).lazyRef().createForeignKeyConstraint(false),
    variantOfAccount: () => accountRelation(Variant, 'variant_id'),
    position: p.integer(),
    productName: p.text(),
    variantName: p.text().comment('Empty where the product has only one variant without a name.'),
    price: p.bigint('number').comment('The price of one unit without options, in whole rupiah.').check('price > 0'),
    quantity: p.integer().check(betweenSql('quantity', 1, 99)),
    surcharge: p.bigint('number').comment('The price of the options of all its units, in rupiah.').default(0),
    makings: p
      .json<BilledMaking[]>()
      .comment('The options of its units; units that are not listed have none.')
      .defaultRaw("'[]'"),
  },
})

/** Goods from the catalogue on a bill. */
export class BillLine extends BillLineSchema.class {
  /** Returns the name, such as `Kopi Susu (Besar)`. */
  name(): string {
    return formatGoodsName(this.productName, this.variantName)
  }

  /** Returns the price of its units with their options, in whole rupiah. */
  total(): number {
    return this.price * this.quantity + this.surcharge
  }
}
BillLineSchema.setClass(BillLine)
