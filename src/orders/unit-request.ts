import { defineEntity, type Loaded, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMost } from '../database/checks.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Order, OrderItem } from './order.ts'

const UnitRequestSchema = defineEntity({
  name: 'UnitRequest',
  tableName: 'unit_request',
  filters: byAccountAndMode,
  indexes: [
    { name: 'unit_request_due', properties: ['nextAt'], where: "state = 'pending'" },
    { name: 'unit_request_of_order', properties: ['order'] },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    order: () => p.manyToOne(Order).lazyRef(),
    item: () => p.oneToOne(OrderItem).lazyRef().owner(),
    /** The same with every attempt, so that a server which was asked twice hands out once. */
    key: p.text().unique(),
    /** As it was when the order was paid. */
    url: p.text().check(atMost('url', 2048)),
    /** `failed`: the merchant has to hand it over, or to give the money back. `dropped`: the order ended otherwise. */
    state: p.enum(['pending', 'delivered', 'failed', 'dropped']).default('pending'),
    attempts: p.integer().default(0),
    nextAt: p.datetime(),
    /** Of the attempt that is under way: an answer to an earlier one changes nothing. */
    leaseToken: p.uuid().strictNullable(),
    lastError: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** Units of one item of a paid order that the seller's server owes. */
export class UnitRequest extends UnitRequestSchema.class {}
UnitRequestSchema.setClass(UnitRequest)

/** With what its message says. */
export type DueRequest = Loaded<UnitRequest, 'order' | 'item.variant.product'>

/** The pauses between attempts; after the last the merchant is told. */
export const unitDelaysS = [5, 15, 30, 60, 120, 300]
