import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Variant } from '../../catalog/product.ts'
import { accountRelation } from '../../database/account-relation.ts'
import { betweenSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from '../customers/customer.ts'

const MakingDraftSchema = defineEntity({
  name: 'MakingDraft',
  tableName: 'making_draft',
  comment: 'Options that a customer has chosen for units that are not in the cart yet.',
  filters: accountFilter,
  properties: {
    customer: () => p.manyToOne(Customer).lazyRef().primary().createForeignKeyConstraint(false),
    variant: () => p.manyToOne(Variant).lazyRef().primary().createForeignKeyConstraint(false),
    account: () => owner().createForeignKeyConstraint(false),
    customerOfAccount: () => accountRelation(Customer, 'customer_id'),
    variantOfAccount: () => accountRelation(Variant, 'variant_id'),
    choices: p.array<string>().comment('The chosen options, as in a making in the cart.').default([]),
    quantity: p.integer().check(betweenSql('quantity', 1, 99)),
    replaces: p
      .text()
      .comment('The key of the making that is changed; empty for units without options.')
      .strictNullable(),
    at: p.datetime(),
  },
})

/** A customer's choices so far for units that are not in the cart yet. */
export class MakingDraft extends MakingDraftSchema.class {}
MakingDraftSchema.setClass(MakingDraft)
