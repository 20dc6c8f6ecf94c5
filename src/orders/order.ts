import type { Mode } from '../accounts/entities.ts'
import type { AskedField, ImageRef, ProductKind, StockMode } from '../catalog/product.ts'
import type { Payment } from '../payments/payment.ts'

export const orderStatuses = ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What whoever cancels is called; `unpaid`: nobody paid for 24 hours. */
export type CancelledBy = 'customer' | 'merchant' | 'unpaid'

/** How long goods are kept for an order that has no invoice. */
export const holdS = 900
/** An order of which nothing came is cancelled so long after it was placed, or after its last invoice ended. */
export const pendingS = 86_400
/** Orders of one customer that may keep goods or wait for money at the same time. */
export const openOrdersMax = 3
export const quantityMax = 99

/** A customer's purchase. Amounts in whole rupiah. */
export interface Order {
  id: number
  accountId: number
  mode: Mode
  orderNumber: string
  /** 22 characters: names the order in links and buttons, and only together with its customer. */
  token: string
  customerId: number
  status: OrderStatus
  total: number
  customerName: string
  customerPhone: string | null
  address: string | null
  note: string | null
  invoiceCount: number
  /** Until when goods are kept without an invoice; null when they are not, or an invoice keeps them. */
  heldUntil: Date | null
  refundDue: boolean
  cancelledBy: CancelledBy | null
  createdAt: Date
  paidAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
}

/** The columns of an Order, named as its fields. `table` is the alias that stands before each. */
export function orderColumns(table = 'store_order'): string {
  return columns.map(column => `${table}.${column.name} as "${column.field}"`).join(', ')
}

const columns = (
  [
    'id',
    'accountId',
    'mode',
    'orderNumber',
    'token',
    'customerId',
    'status',
    'total',
    'customerName',
    'customerPhone',
    'address',
    'note',
    'invoiceCount',
    'heldUntil',
    'refundDue',
    'cancelledBy',
    'createdAt',
    'paidAt',
    'completedAt',
    'cancelledAt',
  ] satisfies (keyof Order)[]
).map(field => ({ field, name: field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) }))

/** One line of an order: what it was called and cost when it was placed. */
export interface OrderItem {
  id: number
  productName: string
  /** Empty where the product has only one variant without a name. */
  variantName: string
  kind: ProductKind
  stockMode: StockMode
  price: number
  quantity: number
  /** `short`: paid, and none was left. */
  stockState: 'free' | 'held' | 'sold' | 'short'
  deliveredAt: Date | null
}

/** An item with what the customer receives for it; empty before it is delivered. */
export interface DeliveredItem extends OrderItem {
  /** Serial lines, each on one line. */
  units: string[]
  /** `findFile(app, accountId, id)` says where the bytes are. */
  file: { id: number; originalName: string; fileType: string; fileSize: number; storageKey: string } | null
  content: { id: number; title: string; contentType: 'text' | 'link'; body: string } | null
}

/** An order with everything about it. */
export interface OrderView extends Order {
  /** In the order of the cart. */
  items: DeliveredItem[]
  /** The newest invoice, or the one that was paid. */
  payment: Payment | null
}

/** An order in a list. */
export interface OrderSummary extends Order {
  invoiceId: string | null
  /** `Kopi Susu (Besar) × 2, Roti`. */
  summary: string
}

export interface CartLine {
  variantId: string
  productId: string
  productName: string
  variantName: string
  kind: ProductKind
  price: number
  quantity: number
  lineTotal: number
  /** Null without end. */
  available: number | null
  /** Why it cannot be ordered as it is: gone from the shop, sold out, or fewer left than wanted. */
  problem: 'inactive' | 'sold_out' | 'too_many' | null
  image: ImageRef | null
}

export interface Cart {
  lines: CartLine[]
  /** Of the lines without `inactive`. */
  total: number
  unitCount: number
  /** What must be known before the order can be placed. */
  asks: AskedField[]
  /** What the customer told before. */
  phone: string | null
  address: string | null
}
