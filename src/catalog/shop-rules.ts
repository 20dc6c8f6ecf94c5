import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { atMostSql, betweenSql } from '../database/checks.ts'
import { accountFilter } from '../database/scope.ts'
import type { DeliveryZone } from './delivery-zones.ts'
import type { Holiday, Hours } from './opening-hours.ts'
import { type RequiredDetail, requiredDetailsCheck, shownTextMax } from './product-kinds.ts'

const ShopRulesSchema = defineEntity({
  name: 'ShopRules',
  tableName: 'shop_rules',
  comment: 'The rules of a shop: opening hours, delivery and pickup. Without a row: always open, no fees.',
  filters: accountFilter,
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary(),
    deliveryFee: p
      .bigint('number')
      .comment('The delivery fee, in whole rupiah.')
      .default(0)
      .check(betweenSql('delivery_fee', 0, 10_000_000)),
    freeDeliveryFrom: p
      .bigint('number')
      .comment('The total from which delivery is free; null for never.')
      .strictNullable()
      .check('free_delivery_from > 0'),
    pickupPlace: p
      .text()
      .comment('The pickup address; null if pickup is not offered.')
      .strictNullable()
      .check(atMostSql('pickup_place', 200)),
    hours: p.json<Hours>().comment('The opening hours by day of the week; null: always open.').strictNullable(),
    holidays: p
      .json<Holiday[]>()
      .comment('Days on which it is closed, regardless of the opening hours.')
      .defaultRaw("'[]'"),
    closedUntil: p
      .datetime()
      .comment('The end of a temporary closure, regardless of the opening hours; null if there is none.')
      .strictNullable(),
    slotMinutes: p
      .integer()
      .comment('The length of a time slot that customers choose; null for no slots.')
      .strictNullable()
      .check(betweenSql('slot_minutes', 15, 480)),
    receiveAfterDays: p
      .integer()
      .comment('The number of days after which a shipped order counts as arrived.')
      .default(7)
      .check(betweenSql('receive_after_days', 1, 60)),
    delivers: p.boolean().comment('Whether it delivers orders.').default(true),
    zones: p
      .json<DeliveryZone[]>()
      .comment('The delivery zones with their fees; empty: the single fee applies everywhere.')
      .defaultRaw("'[]'"),
    tables: p
      .integer()
      .comment('The number of tables for dining in; null for none.')
      .strictNullable()
      .check(betweenSql('tables', 1, 60)),
    orderMin: p
      .bigint('number')
      .comment("The minimum total of an order's goods, in whole rupiah.")
      .default(0)
      .check(betweenSql('order_min', 0, 1_000_000_000)),
    asks: p
      .array<RequiredDetail>()
      .comment('What every customer is asked for, in addition to what their goods require.')
      .default([])
      .check(requiredDetailsCheck),
    greeting: shownText('greeting', 'The greeting at the top of the shop; null: the default text.'),
    afterOrder: shownText('after_order', 'The text for customers after an order is paid; null: only the default text.'),
    whatsapp: p
      .text()
      .comment('The number at which customers can reach the seller.')
      .strictNullable()
      .check(atMostSql('whatsapp', 32)),
    phone: p
      .text()
      .comment('The number at which customers can reach the seller.')
      .strictNullable()
      .check(atMostSql('phone', 32)),
    address: p
      .text()
      .comment('The address of the shop, as shown to customers.')
      .strictNullable()
      .check(atMostSql('address', 300)),
    referralAmount: p
      .bigint('number')
      .comment('The discount for a customer and an invited friend, in whole rupiah; null for none.')
      .strictNullable()
      .check(betweenSql('referral_amount', 1, 10_000_000)),
    referralTotalMin: p
      .bigint('number')
      .comment('The minimum total of the goods of that order.')
      .default(0)
      .check('referral_total_min >= 0'),
    referralDays: p
      .integer()
      .comment('The number of days for which it can be used.')
      .default(30)
      .check(betweenSql('referral_days', 1, 365)),
  },
})

function shownText(column: string, comment: string) {
  return p.text().comment(comment).strictNullable().check(atMostSql(column, shownTextMax))
}

/**
 * The rules for an account's opening hours, delivery and handover. Without a row it is always open, adds no fees and
 * has no pickup.
 */
export class ShopRules extends ShopRulesSchema.class {}
ShopRulesSchema.setClass(ShopRules)
