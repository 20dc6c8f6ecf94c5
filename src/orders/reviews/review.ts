import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql, betweenSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Order } from '../order.ts'

const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'review',
  comment: "A customer's review of a completed order: one to five stars, and an optional text.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'review_newest', properties: ['account', 'mode', 'createdAt'] }],
  properties: {
    order: () => p.oneToOne(Order).lazyRef().primary(),
    account: owner,
    mode: p.enum(modes),
    stars: p
      .smallint()
      .comment('One to five.')
      .check(betweenSql('stars', 1, 5)),
    text: p.text().strictNullable().check(atMostSql('text', 500)),
    createdAt: p.datetime(),
  },
})

export class Review extends ReviewSchema.class {}
ReviewSchema.setClass(Review)

export const reviewTextMax = 500
