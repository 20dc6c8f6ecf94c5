import { defineEntity, type Loaded, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { atMostSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { Order, OrderItem } from './order.ts'

const UnitRequestSchema = defineEntity({
  name: 'UnitRequest',
  tableName: 'unit_request',
  comment: "Units of an item of a paid order, requested from the seller's server.",
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
      .comment('A key that is the same in every attempt, so that a server that is asked twice delivers once.')
      .unique(),
    url: p.text().comment('The address at the time when the order was paid.').check(atMostSql('url', 2048)),
    state: p
      .enum(['pending', 'delivered', 'failed', 'dropped'])
      .comment('failed: the merchant delivers it or refunds it; dropped: the order ended otherwise.')
      .default('pending'),
    attempts: p.integer().comment("The number of requests to the seller's server.").default(0),
    nextAt: p.datetime().comment('The time of the next request.'),
    leaseToken: p
      .uuid()
      .comment('The lease of the attempt in progress; a response to an earlier one changes nothing.')
      .strictNullable(),
    leaseHolder: p
      .text()
      .comment('The process that makes the attempt; also null for a process of an older version.')
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
