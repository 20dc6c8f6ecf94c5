import { CartLine } from './cart-line.ts'
import { CouponUse } from './coupon-use.ts'
import { Customer } from './customer.ts'
import { Favourite } from './favourite.ts'
import { Order, OrderInvoice, OrderItem } from './order.ts'
import { ProductRating } from './product-rating.ts'
import { QuantityStep } from './quantity-step.ts'
import { Inviter, Referral } from './referral.ts'
import { RestockWish } from './restock-wish.ts'
import { Review } from './review.ts'
import { StarPurchase } from './star-purchase.ts'
import { UnitRequest } from './unit-request.ts'

export const orderEntities = [
  Customer,
  CartLine,
  Order,
  OrderItem,
  OrderInvoice,
  QuantityStep,
  Favourite,
  RestockWish,
  Review,
  ProductRating,
  CouponUse,
  StarPurchase,
  UnitRequest,
  Inviter,
  Referral,
] as const
