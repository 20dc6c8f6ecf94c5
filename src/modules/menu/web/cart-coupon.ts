import type { RateLimit } from '../../../http/rate-limit.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { formatRefusalSentence, refusalTexts } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import type { CartCoupons } from '../../../orders/cart/cart-coupons.ts'
import type { Order } from '../../../orders/order.ts'
import { listAdditions } from '../../../slots.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { formatWait } from '../../../web/parts/format-wait.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import type { ShownUnits } from '../read-units.ts'
import type { ShownCoupon } from './cart-view.ts'
import type { ShownShop } from './shown-menu.ts'

interface TypedCoupon {
  code: string
  units: readonly ShownUnits[]
  deliveryFee: number
  /** The customer; null for a guest who never ordered. */
  customerId: number | null
  /** Limits guesses of one address or customer. */
  tries: RateLimit
  who: string
}

/** Returns the coupons of the module that provides them, if it is enabled. */
export function findCartCoupons(app: App): CartCoupons | null {
  return listAdditions(app, 'cartCoupons')[0] ?? null
}

/** Prices the typed coupon of a cart; null if the shop has no coupons. */
export async function readCoupon(app: App, shop: ShownShop, typedCoupon: TypedCoupon): Promise<ShownCoupon | null> {
  const coupons = findCartCoupons(app)
  const { code, units, deliveryFee, customerId, tries, who } = typedCoupon
  if (!coupons || !(code !== '' || (await coupons.exist(app, shop.scope.accountId)))) return null
  if (code === '' || units.length === 0) return { code, discount: 0, problem: null }
  const goods = units.map(({ variant, total }) => ({ productKey: variant.product.key, total }))
  try {
    countTry({ tries, who })
    const discount = await coupons.quote(app, { ...shop.scope, customerId, goods, deliveryFee }, code)
    return { code, discount, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code, discount: 0, problem: sentenceFor(app, shop, error) }
  }
}

/**
 * Returns whether a code can still be applied to an order: a repeated press usually finds one that already has its
 * payment.
 */
export function isDiscountable({ status }: Pick<Order, 'status'>, code: string): boolean {
  return code !== '' && status === 'pending'
}

/** Counts one attempt with a code. Refuses `rate_limited` after too many of one address or customer. */
export function countTry({ tries, who }: Pick<TypedCoupon, 'tries' | 'who'>): void {
  const { ok, resetS } = tries.take(who)
  if (!ok) throw new Refusal('rate_limited', 'Too many coupons were tried', { retryAfterS: resetS })
}

function sentenceFor(app: App, { language }: ShownShop, problem: Refusal): string {
  const { retryAfterS } = problem
  if (retryAfterS !== undefined) return commonTexts[language].tooOften(formatWait(language, retryAfterS))
  return formatRefusalSentence(refusalTexts[language].inChats, problem, date => formatMoment(app, language, date))
}
