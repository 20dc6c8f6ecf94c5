import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMost, between } from '../database/checks.ts'
import { byAccount } from '../database/scope.ts'
import type { Holiday, Hours } from './opening-hours.ts'

const ShopRulesSchema = defineEntity({
  name: 'ShopRules',
  tableName: 'shop_rules',
  comment: "How an account's shop is open, ships and hands over. Without a row: always open, nothing added.",
  filters: byAccount,
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary(),
    deliveryFee: p
      .bigint('number')
      .comment('What is added to an order that is shipped, in whole rupiah.')
      .default(0)
      .check(between('delivery_fee', 0, 10_000_000)),
    freeDeliveryFrom: p
      .bigint('number')
      .comment('From how much on nothing is added; null for never.')
      .strictNullable()
      .check('free_delivery_from > 0'),
    pickupPlace: p
      .text()
      .comment('Where orders can be picked up; null for nowhere.')
      .strictNullable()
      .check(atMost('pickup_place', 200)),
    hours: p.json<Hours>().comment('When the shop is open, for each day of the week; null: always.').strictNullable(),
    holidays: p.json<Holiday[]>().comment('Days on which it is closed, whatever the hours say.').defaultRaw("'[]'"),
    slotMinutes: p
      .integer()
      .comment('How long one slot is that a customer may choose; null for no slots.')
      .strictNullable()
      .check(between('slot_minutes', 15, 480)),
    receiveAfterDays: p
      .integer()
      .comment('How many days after it was shipped an order is taken to have arrived.')
      .default(7)
      .check(between('receive_after_days', 1, 60)),
    referralAmount: p
      .bigint('number')
      .comment('What a customer and the friend they invited get off an order, in whole rupiah; null: nothing.')
      .strictNullable()
      .check(between('referral_amount', 1, 10_000_000)),
    referralTotalMin: p
      .bigint('number')
      .comment('The least that the goods of that order must cost.')
      .default(0)
      .check('referral_total_min >= 0'),
    referralDays: p
      .integer()
      .comment('How long it can be used.')
      .default(30)
      .check(between('referral_days', 1, 365)),
  },
})

/** How an account's shop is open, ships and hands over. Without a row: always open, nothing added, no pickup. */
export class ShopRules extends ShopRulesSchema.class {}
ShopRulesSchema.setClass(ShopRules)
