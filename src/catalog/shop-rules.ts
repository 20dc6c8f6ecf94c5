import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMost, between } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import type { Hours } from './opening-hours.ts'

const ShopRulesSchema = defineEntity({
  name: 'ShopRules',
  tableName: 'shop_rules',
  filters: byAccount,
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary(),
    /** What is added to an order that is shipped, in whole rupiah. */
    deliveryFee: p
      .bigint('number')
      .default(0)
      .check(between('delivery_fee', 0, 10_000_000)),
    /** From how much on nothing is added; null for never. */
    freeDeliveryFrom: p.bigint('number').strictNullable().check('free_delivery_from > 0'),
    /** Where orders can be picked up; null for nowhere. */
    pickupPlace: p.text().strictNullable().check(atMost('pickup_place', 200)),
    /** Null: always open. */
    hours: p.json<Hours>().strictNullable(),
    /** How long one slot is that a customer may choose; null for no slots. */
    slotMinutes: p
      .integer()
      .strictNullable()
      .check(between('slot_minutes', 15, 480)),
    /** What a customer and the friend whom they invited get off an order, in whole rupiah; null for nothing. */
    referralAmount: p
      .bigint('number')
      .strictNullable()
      .check(between('referral_amount', 1, 10_000_000)),
    /** The least that the goods of that order must cost. */
    referralTotalMin: p.bigint('number').default(0).check('referral_total_min >= 0'),
    /** How long it can be used. */
    referralDays: p
      .integer()
      .default(30)
      .check(between('referral_days', 1, 365)),
  },
})

/** How an account's shop is open, ships and hands over. Without a row: always open, nothing added, no pickup. */
export class ShopRules extends ShopRulesSchema.class {}
ShopRulesSchema.setClass(ShopRules)
