import { defineEntity, type Loaded, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { atMostSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { Order, OrderItem } from './order.ts'

const UnitRequestSchema = defineEntity({
  name: 'UnitRequest',
  tableName: 'unit_request',
  comment: "Units of one item of a paid order that the seller's server owes.",
  filters: accountAndModeFilter,
  indexes: [
    { name: 'unit_request_due', properties: ['nextAt'], where: "state = 'pending'" },
    { name: 'unit_request_of_order', properties: ['order'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    order: () => p.manyToOne(Order).lazyRef(),
    item: () => p.oneToOne(OrderItem).lazyRef().owner(),
    key: p
      .text()
      .comment('The same with every attempt, so that a server which was asked twice hands out once.')
      .unique(),
    url: p.text().comment('As it was when the order was paid.').check(atMostSql('url', 2048)),
    state: p
      .enum(['pending', 'delivered', 'failed', 'dropped'])
      .comment('failed: the merchant hands it over or gives the money back; dropped: the order ended otherwise.')
      .default('pending'),
    attempts: p.integer().comment("How often the seller's server was asked.").default(0),
    nextAt: p.datetime().comment('When it is asked next.'),
    leaseToken: p
      .uuid()
      .comment('Of the attempt that is under way: an answer to an earlier one changes nothing.')
      .strictNullable(),
    leaseHolder: p
      .text()
      .comment('The process that makes the attempt; null too for one of an older version.')
      .strictNullable(),
    lastError: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

export class UnitRequest extends UnitRequestSchema.class {}
UnitRequestSchema.setClass(UnitRequest)

/** A due request, with all the data of its message. */
export type DueRequest = Loaded<UnitRequest, 'order' | 'item.variant.product'>

/** The pauses between attempts, in seconds; after the last one the merchant is notified. */
export const unitDelaysS = [5, 15, 30, 60, 120, 300]
