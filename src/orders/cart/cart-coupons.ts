import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'

declare module '../../slots.ts' {
  interface Slots {
    cartCoupons: CartCoupons
  }
}

/** Coupons for the form that orders a cart. Amounts are in whole rupiah. */
export interface CartCoupons {
  /** Returns whether the shop has any coupon that a customer could enter. */
  exist(app: Needs<'em'>, accountId: number): Promise<boolean>
  /** Returns the discount of a code on these goods. Refuses `coupon` with the reason. */
  quote(app: Needs<'em' | 'now'>, cart: QuotedCart, code: string): Promise<number>
  /** Applies a code to a pending order. Refuses as `quote` does, and `not_found` and `refused_transition`. */
  use(
    app: Needs<'transaction' | 'now'>,
    owner: { accountId: number; mode: Mode; customerId: number },
    about: { token: string; code: string },
  ): Promise<void>
}

export interface QuotedCart {
  accountId: number
  mode: Mode
  /** The customer; null for a guest who never ordered. */
  customerId: number | null
  goods: readonly { productKey: string; total: number }[]
  deliveryFee: number
}
