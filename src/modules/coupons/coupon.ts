import { defineEntity, p, raw } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { betweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter, type Mode } from '../../database/scope.ts'

const CouponSchema = defineEntity({
  name: 'Coupon',
  tableName: 'coupon',
  comment: 'A discount on an order, for every customer who knows its code or for a single customer.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'code'] }],
  indexes: [{ name: 'coupon_of_customer', properties: ['customerId'], where: 'customer_id is not null' }],
  checks: [{ name: 'coupon_worth', expression: '(percent is null) <> (amount is null)' }],
  properties: {
    id: identity(),
    account: owner,
    code: p.text().check("code ~ '^[A-Z0-9-]{3,32}$'"),
    percent: p
      .integer()
      .comment('The percentage off the goods that it applies to; a coupon has this or a fixed amount.')
      .strictNullable()
      .check(betweenSql('percent', 1, 100)),
    amount: p
      .bigint('number')
      .comment('The fixed discount, in whole rupiah; null for a percentage.')
      .strictNullable()
      .check('amount > 0'),
    discountMax: p.bigint('number').comment('The maximum discount.').strictNullable().check('discount_max > 0'),
    totalMin: p.bigint('number').comment('The minimum total of the goods.').default(0).check('total_min >= 0'),
    startsAt: p.datetime().strictNullable(),
    endsAt: p.datetime().strictNullable(),
    usesMax: p
      .integer()
      .comment('The maximum number of uses; null for unlimited.')
      .strictNullable()
      .check('uses_max > 0'),
    perCustomerMax: p
      .integer()
      .comment('The maximum number of uses per customer; null for unlimited.')
      .strictNullable()
      .check('per_customer_max > 0'),
    productKeys: p.array<string>().comment('The keys of the products that it applies to; empty for all.').default([]),
    customerId: p
      .bigint('number')
      .comment('The only customer who may use it; null for all. No relation, because customers are a later module.')
      .strictNullable(),
    used: p
      .integer()
      .comment('The number of uses by orders of live mode, which is separate from test mode.')
      .default(0)
      .check('used >= 0'),
    usedInTest: p.integer().comment('The number of uses by orders of test mode.').default(0).check('used_in_test >= 0'),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})

/** A discount on an order, for every customer who knows its code or for one customer. */
export class Coupon extends CouponSchema.class {
  isFor(customerId: number | null): boolean {
    return this.customerId === null || this.customerId === customerId
  }

  usesIn(mode: Mode): number {
    return mode === 'live' ? this.used : this.usedInTest
  }

  /** Returns the discount on goods of this total. */
  discountOn(goods: number): number {
    const off = this.percent === null ? this.amount! : Math.floor((goods * this.percent) / 100)
    return Math.min(off, this.discountMax ?? off, goods)
  }
}
CouponSchema.setClass(Coupon)

// A SQL fragment can be used in only one query, so it is created each time.

/** Returns the condition that a mode has uses left. */
export function usesLeftCondition(mode: Mode) {
  return { [raw(`coalesce(${usesColumns[mode]} < uses_max, true)`)]: [] }
}

/** Returns the change that takes a use of a mode, or returns it. */
export function useCountChange(mode: Mode, by: 1 | -1) {
  const uses = raw<number>(`${usesColumns[mode]} + ?`, [by])
  return mode === 'live' ? { used: uses } : { usedInTest: uses }
}

const usesColumns: Record<Mode, string> = { live: 'used', test: 'used_in_test' }
