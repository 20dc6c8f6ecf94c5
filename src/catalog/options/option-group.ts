import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { betweenSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Product } from '../product.ts'
import { optionPriceMax, optionsMax } from './option-limits.ts'

const OptionGroupSchema = defineEntity({
  name: 'OptionGroup',
  tableName: 'option_group',
  comment: 'A choice about each unit of a product that has no stock of its own, such as the milk.',
  filters: accountFilter,
  uniques: [{ properties: ['product', 'key'] }, { properties: ['account', 'id'] }],
  checks: [{ name: 'option_group_range', expression: 'choices_min <= choices_max' }],
  properties: {
    id: identity(),
    account: owner,
    product: () => p.manyToOne(Product).lazyRef().createForeignKeyConstraint(false),
    productOfAccount: () => accountRelation(Product, 'product_id'),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    name: p.text().check(charactersBetweenSql('name', 1, 60)),
    choicesMin: p
      .integer()
      .comment('The minimum number of options to choose; 0 if none is required.')
      .default(0)
      .check(betweenSql('choices_min', 0, optionsMax)),
    choicesMax: p
      .integer()
      .comment('The maximum number of options to choose.')
      .default(1)
      .check(betweenSql('choices_max', 1, optionsMax)),
    position: p.integer().default(0),
    createdAt: p.datetime(),
    /** The options in order, including those that are sold out. */
    options: () => p.oneToMany(ProductOption).mappedBy('group').orderBy({ position: 'asc', id: 'asc' }),
  },
})

/** A choice about each unit of a product that has no stock of its own, such as its milk. */
export class OptionGroup extends OptionGroupSchema.class {}
OptionGroupSchema.setClass(OptionGroup)

const ProductOptionSchema = defineEntity({
  name: 'ProductOption',
  tableName: 'product_option',
  comment: 'One option of a group, with its price.',
  filters: accountFilter,
  uniques: [{ properties: ['group', 'key'] }],
  properties: {
    id: identity(),
    account: owner,
    publicId: p
      .text()
      .comment('22 characters of base64url, for buttons.')
      .unique()
      .check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    group: () => p.manyToOne(OptionGroup).lazyRef().createForeignKeyConstraint(false),
    groupOfAccount: () => accountRelation(OptionGroup, 'group_id'),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    name: p.text().check(charactersBetweenSql('name', 1, 60)),
    price: p
      .bigint('number')
      .comment("The amount that it adds to a unit's price, in whole rupiah.")
      .default(0)
      .check(betweenSql('price', 0, optionPriceMax)),
    position: p.integer().default(0),
    isActive: p.boolean().comment('False while it is sold out.').default(true),
  },
})

/** An option of a group, with its surcharge. */
export class ProductOption extends ProductOptionSchema.class {}
ProductOptionSchema.setClass(ProductOption)
