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
  comment: "How an account's shop is open, ships and hands over. Without a row: always open, nothing added.",
  filters: accountFilter,
  properties: {
    account: () => p.oneToOne(Account).lazyRef().primary(),
    deliveryFee: p
      .bigint('number')
      .comment('What is added to an order that is shipped, in whole rupiah.')
      .default(0)
      .check(betweenSql('delivery_fee', 0, 10_000_000)),
    freeDeliveryFrom: p
      .bigint('number')
      .comment('From how much on nothing is added; null for never.')
      .strictNullable()
      .check('free_delivery_from > 0'),
    pickupPlace: p
      .text()
      .comment('Where orders can be picked up; null for nowhere.')
      .strictNullable()
      .check(atMostSql('pickup_place', 200)),
    hours: p.json<Hours>().comment('When the shop is open, for each day of the week; null: always.').strictNullable(),
    holidays: p.json<Holiday[]>().comment('Days on which it is closed, whatever the hours say.').defaultRaw("'[]'"),
    closedUntil: p
      .datetime()
      .comment('Until when it is closed for a while, whatever the hours say; null: it is not.')
      .strictNullable(),
    slotMinutes: p
      .integer()
      .comment('How long one slot is that a customer may choose; null for no slots.')
      .strictNullable()
      .check(betweenSql('slot_minutes', 15, 480)),
    receiveAfterDays: p
      .integer()
      .comment('How many days after it was shipped an order is taken to have arrived.')
      .default(7)
      .check(betweenSql('receive_after_days', 1, 60)),
    delivers: p.boolean().comment('Whether it brings or sends orders at all.').default(true),
    zones: p
      .json<DeliveryZone[]>()
      .comment('Where it delivers to, and for how much; none: everywhere for the one fee.')
      .defaultRaw("'[]'"),
    tables: p
      .integer()
      .comment('How many tables it has to eat at; null: nobody eats there.')
      .strictNullable()
      .check(betweenSql('tables', 1, 60)),
    orderMin: p
      .bigint('number')
      .comment('What the goods of an order must come to at least, in whole rupiah.')
      .default(0)
      .check(betweenSql('order_min', 0, 1_000_000_000)),
    asks: p
      .array<RequiredDetail>()
      .comment('What every customer is asked for, beside what their goods ask.')
      .default([])
      .check(requiredDetailsCheck),
    greeting: shownText('greeting', 'What a customer reads at the top of the shop; null: the usual words.'),
    afterOrder: shownText('after_order', 'What a customer reads once an order is paid; null: the usual words alone.'),
    whatsapp: p.text().comment('Where customers reach the seller.').strictNullable().check(atMostSql('whatsapp', 32)),
    phone: p.text().comment('Where customers reach the seller.').strictNullable().check(atMostSql('phone', 32)),
    address: p
      .text()
      .comment('Where the shop is, as customers see it.')
      .strictNullable()
      .check(atMostSql('address', 300)),
    referralAmount: p
      .bigint('number')
      .comment('What a customer and the friend they invited get off an order, in whole rupiah; null: nothing.')
      .strictNullable()
      .check(betweenSql('referral_amount', 1, 10_000_000)),
    referralTotalMin: p
      .bigint('number')
      .comment('The least that the goods of that order must cost.')
      .default(0)
      .check('referral_total_min >= 0'),
    referralDays: p
      .integer()
      .comment('How long it can be used.')
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
