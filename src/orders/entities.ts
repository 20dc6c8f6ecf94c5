import { CartLine } from './cart/cart-line.ts'
import { CartMaking } from './cart/cart-making.ts'
import { MakingDraft } from './cart/making-draft.ts'
import { QuantityStep } from './cart/quantity-step.ts'
import { Customer } from './customers/customer.ts'
import { Favourite } from './customers/favourite.ts'
import { RestockWish } from './customers/restock-wish.ts'
import { Order, OrderInvoice, OrderItem } from './order.ts'
import { OrderItemMaking } from './order-item-making.ts'
import { ReceiptShowing } from './receipts/receipt-showing.ts'
import { ProductRating } from './reviews/product-rating.ts'
import { Review } from './reviews/review.ts'
import { CouponDay } from './statistics/coupon-day.ts'
import { OptionDay } from './statistics/option-day.ts'
import { ProductDay } from './statistics/product-day.ts'
import { SaleDay } from './statistics/sale-day.ts'
import { SaleMark } from './statistics/sale-mark.ts'
import { StatisticsFill } from './statistics/statistics-fill.ts'
import { UnitRequest } from './unit-request.ts'

export const orderEntities = [
  Customer,
  CartLine,
  CartMaking,
  MakingDraft,
  Order,
  OrderItem,
  OrderItemMaking,
  OrderInvoice,
  QuantityStep,
  Favourite,
  RestockWish,
  Review,
  ProductRating,
  UnitRequest,
  ReceiptShowing,
  SaleMark,
  SaleDay,
  OptionDay,
  ProductDay,
  CouponDay,
  StatisticsFill,
] as const
