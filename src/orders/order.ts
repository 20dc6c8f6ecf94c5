import { defineEntity, p } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import type { AskedField, ImageRef, ProductKind, StockMode } from '../catalog/product.ts'
import { atMost } from '../database/checks.ts'
import { columnsOf } from '../database/columns.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import type { Payment } from '../payments/payment.ts'
import { Customer } from './customer.ts'

export const orderStatuses = ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'store_order',
  filters: byAccountAndMode,
  uniques: [{ properties: ['customer', 'once'] }],
  indexes: [
    { name: 'store_order_newest', properties: ['account', 'mode', 'createdAt', 'id'] },
    { name: 'store_order_of_customer', properties: ['customer', 'createdAt', 'id'] },
    { name: 'store_order_open', properties: ['customer'], where: "status in ('pending', 'waiting_payment')" },
    { name: 'store_order_pending', properties: ['pendingSince'], where: "status = 'pending'" },
    { name: 'store_order_held', properties: ['heldUntil'], where: 'held_until is not null' },
  ],
  checks: [
    {
      name: 'store_order_paid',
      expression:
        "(status <> all (array['paid'::text, 'processing'::text, 'completed'::text])) or (paid_at is not null)",
    },
    { name: 'store_order_completed', expression: "(status = 'completed') = (completed_at is not null)" },
    { name: 'store_order_cancelled', expression: "(status = 'cancelled') = (cancelled_at is not null)" },
    { name: 'store_order_canceller', expression: "(status = 'cancelled') = (cancelled_by is not null)" },
    { name: 'store_order_holds', expression: "(held_until is null) or (status = 'pending')" },
  ],
  triggers: [
    {
      name: 'store_order_moves',
      timing: 'before',
      events: ['update'],
      when: '(old.status IS DISTINCT FROM new.status)',
      body: `
        if old.status in ('completed', 'cancelled') then
          raise exception '% is %: it moves no more', old.order_number, old.status using errcode = 'restrict_violation';
        end if;
        if new.status in ('pending', 'waiting_payment') and old.status not in ('pending', 'waiting_payment') then
          raise exception '% was paid', old.order_number using errcode = 'restrict_violation';
        end if;
        return new;`,
    },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    orderNumber: p.text().unique().check("order_number ~ '^ORD-[0-9]{6}-[0-9A-Z]{6}$'"),
    /** 22 characters: names the order in links and buttons, and only together with its customer. */
    token: p.text().unique().check("token ~ '^[A-Za-z0-9_-]{22}$'"),
    accountId: p.bigint('number').fieldName('account_id').persist(false),
    customerId: p.bigint('number').fieldName('customer_id').persist(false),
    customer: () => p.manyToOne(Customer).lazyRef().createForeignKeyConstraint(false),
    // For its constraint alone, never set: it is of the same account.
    customerOfAccount: () =>
      p
        .manyToOne(Customer)
        .lazyRef()
        .fieldNames('account_id', 'customer_id')
        .referencedColumnNames('account_id', 'id')
        .nullable()
        .hidden(),
    /** What caused it, so that the same press makes the same order. */
    once: p.text().strictNullable().check(atMost('once', 200)),
    status: p.enum(orderStatuses).default('pending'),
    total: p.bigint('number').check('total > 0'),
    customerName: p.text().check(atMost('customer_name', 100)),
    customerPhone: p.text().strictNullable().check(atMost('customer_phone', 32)),
    address: p.text().strictNullable().check(atMost('address', 500)),
    note: p.text().strictNullable().check(atMost('note', 500)),
    invoiceCount: p.integer().default(0),
    /** The message in the chat that shows it: one, however often the button that made it was pressed. */
    cardMessageId: p.bigint('number').strictNullable(),
    /** Until when goods are kept without an invoice; null when they are not, or an invoice keeps them. */
    heldUntil: p.datetime().strictNullable(),
    refundDue: p.boolean().default(false),
    cancelledBy: p.enum(['customer', 'merchant', 'unpaid']).strictNullable(),
    /** What the seller told the customer when completing it (a tracking number), or why the seller cancelled it. */
    sellerNote: p.text().strictNullable().check(atMost('seller_note', 500)),
    createdAt: p.datetime(),
    pendingSince: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    completedAt: p.datetime().strictNullable(),
    cancelledAt: p.datetime().strictNullable(),
  },
})

/** A customer's purchase. Amounts in whole rupiah. */
export class Order extends OrderSchema.class {
  declare status: OrderStatus
}
OrderSchema.setClass(Order)

/** Who cancelled it; `unpaid`: nobody paid for 24 hours. */
export type CancelledBy = 'customer' | 'merchant' | 'unpaid'

/** How long goods are kept for an order that has no invoice. */
export const holdS = 900
/** An order of which nothing came is cancelled so long after it was placed, or after its last invoice ended. */
export const pendingS = 86_400
/** Orders of one customer that may keep goods or wait for money at the same time. */
export const openOrdersMax = 3
export const quantityMax = 99

/** The columns of an Order, named as its fields. `table` is the alias that stands before each. */
export function orderColumns(table = 'store_order'): string {
  return columnsOf(Order, table)
}

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
