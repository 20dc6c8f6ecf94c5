import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'

declare module '../../slots.ts' {
  interface Slots {
    cartCoupons: CartCoupons
  }
}

/** Coupons for the form that orders a cart. Amounts in whole rupiah. */
export interface CartCoupons {
  /** Whether the shop has any coupon that a customer could type. */
  exist(app: Needs<'em'>, accountId: number): Promise<boolean>
  /** Returns the discount of a code on these goods. Refuses `coupon`, which says why. */
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
  /** Null for a guest who never ordered. */
  customerId: number | null
  goods: readonly { productKey: string; total: number }[]
  deliveryFee: number
}
