import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'category',
  comment: 'Groups products, on two levels.',
  filters: accountFilter,
  uniques: [
    { properties: ['account', 'key'] },
    { properties: ['account', 'id'] },
    { properties: ['account', 'id', 'level'] },
  ],
  indexes: [{ name: 'category_shown', properties: ['account', 'parent', 'position', 'id'], where: 'is_active' }],
  checks: [{ name: 'category_levels', expression: '(level = 2) = (parent_id is not null)' }],
  properties: {
    id: identity(),
    account: owner,
    publicId: p
      .text()
      .comment('22 characters of base64url, for c_<id> links and buttons.')
      .unique()
      .check("public_id ~ '^[A-Za-z0-9_-]{22}$'"),
    key: p.text().check("key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'"),
    level: p.smallint().comment('1 or 2.').check('level in (1, 2)'),
    parent: () => p.manyToOne(Category).lazyRef().strictNullable().createForeignKeyConstraint(false),
    // Exists only for the constraint and is never set: a parent is a category of the same account, on level 1.
    parentOfAccount: () =>
      p
        .manyToOne(Category)
        .lazyRef()
        .fieldNames('account_id', 'parent_id', 'parent_level')
        .referencedColumnNames('account_id', 'id', 'level')
        .nullable()
        .hidden(),
    parentLevel: p
      .smallint()
      .strictNullable()
      .generated('(case when (parent_id is null) then null::integer else 1 end) stored'),
    name: p.text().check(charactersBetweenSql('name', 1, 100)),
    position: p.integer().default(0),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category)
