import { defineEntity, p, raw } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { betweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter, type Mode } from '../../database/scope.ts'

const CouponSchema = defineEntity({
  name: 'Coupon',
  tableName: 'coupon',
  comment: 'Money off an order for every customer who knows its code, or for one customer alone.',
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
      .comment('Of the goods that it is for; a coupon has either this or an amount in whole rupiah.')
      .strictNullable()
      .check(betweenSql('percent', 1, 100)),
    amount: p
      .bigint('number')
      .comment('What it takes off, in whole rupiah; null where it is a percentage.')
      .strictNullable()
      .check('amount > 0'),
    discountMax: p.bigint('number').comment('The most that it takes off.').strictNullable().check('discount_max > 0'),
    totalMin: p.bigint('number').comment('The least that the goods must cost.').default(0).check('total_min >= 0'),
    startsAt: p.datetime().strictNullable(),
    endsAt: p.datetime().strictNullable(),
    usesMax: p
      .integer()
      .comment('How often it can be used; null: without limit.')
      .strictNullable()
      .check('uses_max > 0'),
    perCustomerMax: p
      .integer()
      .comment('How often one customer can use it; null: without limit.')
      .strictNullable()
      .check('per_customer_max > 0'),
    productKeys: p.array<string>().comment('Keys of the products that it is for; empty for all.').default([]),
    customerId: p
      .bigint('number')
      .comment('For this customer alone; null for everybody. Not a relation: customers are a room above this one.')
      .strictNullable(),
    used: p
      .integer()
      .comment('By orders of live mode, and of test mode: neither uses up what the other has.')
      .default(0)
      .check('used >= 0'),
    usedInTest: p
      .integer()
      .comment('How often orders of test mode have used it.')
      .default(0)
      .check('used_in_test >= 0'),
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
