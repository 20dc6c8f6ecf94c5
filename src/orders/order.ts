import { defineEntity, type Loaded, p } from '@mikro-orm/core'
import { owner, ownerId } from '../accounts/account.ts'
import { handovers } from '../catalog/delivery-zones.ts'
import { chatStockModes, formatGoodsName, instantStockModes, stockModes, Variant } from '../catalog/product.ts'
import { productKinds } from '../catalog/product-kinds.ts'
import { StockUnit, StockUnitSchema } from '../catalog/stock/stock-unit.ts'
import { accountRelation } from '../database/account-relation.ts'
import { atMostSql, betweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { phoneDigitsColumn } from '../database/phone-digits.ts'
import { accountAndModeFilter, accountFilter, modes } from '../database/scope.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { Payment } from '../payments/payment.ts'
import { Customer } from './customers/customer.ts'
import { doorColumns } from './order-door.ts'
import { orderChecks, orderSearches, orderTriggers } from './order-guards.ts'
import { OrderItemMaking, OrderItemMakingSchema } from './order-item-making.ts'
import { noShipment, shipmentColumns } from './shipping/shipment.ts'

export const orderStatuses = ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'store_order',
  comment: "A customer's purchase. Amounts in whole rupiah.",
  filters: accountAndModeFilter,
  uniques: [{ properties: ['customer', 'once'] }],
  indexes: [
    { name: 'store_order_newest', properties: ['account', 'mode', 'createdAt', 'id'] },
    ...orderSearches,
    { name: 'store_order_of_customer', properties: ['customer', 'createdAt', 'id'] },
    { name: 'store_order_open', properties: ['customer'], where: "status in ('pending', 'waiting_payment')" },
    { name: 'store_order_pending', properties: ['pendingSince'], where: "status = 'pending'" },
    { name: 'store_order_held', properties: ['heldUntil'], where: 'held_until is not null' },
    { name: 'store_order_arriving', properties: ['receiveBy'], where: "status = 'processing'" },
  ],
  checks: orderChecks,
  triggers: orderTriggers,
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    orderNumber: p.text().unique().check("order_number ~ '^ORD-[0-9]{6}-[0-9A-Z]{6}$'"),
    token: p.text().comment('Its id in links.').unique().check("token ~ '^[A-Za-z0-9_-]{22}$'"),
    accountId: ownerId(),
    customerId: p.bigint('number').fieldName('customer_id').persist(false),
    customer: () => p.manyToOne(Customer).lazyRef().createForeignKeyConstraint(false),
    customerOfAccount: () => accountRelation(Customer, 'customer_id'),
    once: p.text().comment('Its cause: one order per cause.').strictNullable().check(atMostSql('once', 200)),
    status: p.enum(orderStatuses).comment('Its status; a trigger checks the changes.').default('pending'),
    ...doorColumns,
    total: p.bigint('number').comment('The amount to pay: goods minus discount, plus delivery.').check('total > 0'),
    discount: p.bigint('number').comment('Coupon or cashier discount, in rupiah.').default(0).check('discount >= 0'),
    couponCode: p.text().strictNullable(),
    deliveryFee: p.bigint('number').comment('The delivery fee, in whole rupiah.').default(0).check('delivery_fee >= 0'),
    receiving: p.enum(handovers).comment('How goods that people hand over reach the customer.').strictNullable(),
    deliveryZone: p
      .text()
      .comment('The name of its delivery zone at the time of the order.')
      .strictNullable()
      .check(atMostSql('delivery_zone', 60)),
    tableNumber: p
      .integer()
      .comment('The table at which the customer eats.')
      .strictNullable()
      .check(betweenSql('table_number', 1, 60)),
    slotAt: p.datetime().comment('The time slot that the customer chose.').strictNullable(),
    customerName: p.text().check(atMostSql('customer_name', 100)),
    customerPhone: p.text().strictNullable().check(atMostSql('customer_phone', 32)),
    customerPhoneDigits: phoneDigitsColumn('customer_phone'),
    address: p.text().strictNullable().check(atMostSql('address', 500)),
    note: p.text().strictNullable().check(atMostSql('note', 500)),
    invoiceCount: p.integer().comment('The number of invoices created for it; at most one is open.').default(0),
    cardMessageId: p.bigint('number').comment('The message in the chat that shows it.').strictNullable(),
    heldUntil: p.datetime().comment('Until then, goods are reserved without an invoice.').strictNullable(),
    refundDue: p.boolean().comment('Whether the merchant owes money back.').default(false),
    cancelledBy: p.enum(['customer', 'merchant', 'unpaid']).comment('unpaid: not paid in time.').strictNullable(),
    sellerNote: p.text().comment('The note to the customer.').strictNullable().check(atMostSql('seller_note', 500)),
    movedFrom: p.enum(orderStatuses).comment("The status before the merchant's last change.").strictNullable(),
    movedAt: p.datetime().strictNullable(),
    undoCount: p.integer().comment('The number of undone changes.').default(0),
    sequence: p.integer().comment('The number of its changes.').default(0),
    createdAt: p.datetime(),
    pendingSince: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    completedAt: p.datetime().strictNullable(),
    cancelledAt: p.datetime().strictNullable(),
    ...shipmentColumns,
    /** The items in the order of the cart. */
    items: () => p.oneToMany(OrderItem).mappedBy('order').orderBy({ position: 'asc' }),
    invoices: () => p.oneToMany(OrderInvoice).mappedBy('order').orderBy({ number: 'asc' }),
  },
})

/** A customer's purchase. Amounts are in whole rupiah. Its methods change a locked order, which the caller flushes. */
export class Order extends OrderSchema.class {
  declare status: OrderStatus

  isUnpaid(): boolean {
    return this.status === 'pending' || this.status === 'waiting_payment'
  }

  isOver(): boolean {
    return this.status === 'completed' || this.status === 'cancelled'
  }

  /** Returns whether it may be cancelled: by customers until paid, by merchants until completed (specification 3.2). */
  mayBeCancelledBy(by: CancelledBy): boolean {
    return by === 'merchant' ? !this.isOver() : this.isUnpaid()
  }

  /** Returns whether it may be completed: only from paid or processing (specification 3.2). */
  mayBeCompleted(): boolean {
    return this.status === 'paid' || this.status === 'processing'
  }

  /** Returns whether its goods are reserved although it has no invoice. */
  isHeldAt(now: Date): boolean {
    return this.heldUntil !== null && this.heldUntil > now
  }

  /** Returns whether it reserves goods. */
  isOpenAt(now: Date): boolean {
    return this.status === 'waiting_payment' || (this.status === 'pending' && this.isHeldAt(now))
  }

  pay(status: 'paid' | 'processing' | 'completed', at: Date): void {
    this.status = status
    this.paidAt = at
    this.completedAt = status === 'completed' ? at : null
    this.heldUntil = null
  }

  takeInHand(at: Date): void {
    this.recordMove(at)
    this.status = 'processing'
  }

  private recordMove(at: Date): void {
    Object.assign(this, { movedFrom: this.status, movedAt: at })
  }

  /** Returns whether the merchant's last step can be undone. */
  isUndoableAt(now: Date): boolean {
    if (this.movedFrom === null || this.movedAt === null) return false
    return now.getTime() - this.movedAt.getTime() <= undoPeriodS * 1000
  }

  /** Restores the state before the merchant's last step; without an invoice, because that one has ended. */
  undo(now: Date): void {
    const isPaid = this.paidAt !== null
    if (this.status === 'processing') Object.assign(this, noShipment)
    this.status = isPaid && this.movedFrom ? this.movedFrom : 'pending'
    this.heldUntil = isPaid ? null : new Date(now.getTime() + holdPeriodS * 1000)
    Object.assign(this, notEnded, { movedFrom: null, movedAt: null, undoCount: this.undoCount + 1 })
  }

  /** cancelled -> pending, for money that arrived after the cancellation. */
  revive(): void {
    Object.assign(this, notEnded, { status: 'pending', movedFrom: null, undoCount: this.undoCount + 1 })
  }

  /** Completes it after its last goods were handed over automatically. */
  finish(at: Date): void {
    this.status = 'completed'
    this.completedAt = at
  }

  /** Marks that it was paid, but some of it cannot be handed over automatically. */
  fallShort(): void {
    this.status = 'processing'
  }

  complete(at: Date, sellerNote: string | null): void {
    this.recordMove(at)
    this.status = 'completed'
    this.completedAt = at
    this.sellerNote = sellerNote
  }

  cancel(by: CancelledBy, at: Date, sellerNote: string | null = null): void {
    if (by === 'merchant') this.recordMove(at)
    this.status = 'cancelled'
    this.cancelledBy = by
    this.cancelledAt = at
    this.heldUntil = null
    this.refundDue ||= this.paidAt !== null
    this.sellerNote = sellerNote
  }

  /** Returns it to `pending` after its invoice ended unpaid, so that the customer can request another. */
  reopen(at: Date): void {
    this.status = 'pending'
    this.pendingSince = at
  }

  isShort(this: Loaded<Order, 'items'>): boolean {
    return this.items.$.exists(item => item.stockState === 'short')
  }

  /** Returns a summary such as `Kopi Susu (Besar) × 2, Roti`. */
  summary(this: Loaded<Order, 'items'>): string {
    return this.items.$.map(item => item.label()).join(', ')
  }

  /** Returns the paid invoice, preferably one that was not refunded, or else the newest. */
  payment(this: Loaded<Order, 'invoices.payment'>): Payment | null {
    const all = this.invoices.$.map(({ payment }) => payment)
    return all.find(one => one.mayBeRefunded()) ?? all.find(({ status }) => status === 'paid') ?? all.at(-1) ?? null
  }
}
OrderSchema.setClass(Order)

const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  tableName: 'order_item',
  comment: 'An item of an order, with its name and price at the time of the order.',
  filters: accountAndModeFilter,
  uniques: [{ properties: ['order', 'variant'] }],
  indexes: [{ name: 'order_item_of_variant', properties: ['variant'], where: "stock_state in ('held', 'sold')" }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('As in its order.'),
    order: () => p.manyToOne(Order).lazyRef(),
    variant: () => p.manyToOne(Variant).lazyRef().createForeignKeyConstraint(false),
    variantOfAccount: () => accountRelation(Variant, 'variant_id'),
    position: p.integer(),
    productName: p.text(),
    variantName: p.text().comment('Empty where the product has only one variant without a name.'),
    kind: p.enum(productKinds).comment('The kind of product at the time of the order.'),
    stockMode: p.enum(stockModes).comment('The kind of stock at the time of the order.'),
    price: p.bigint('number').comment('Unit price when ordered, in whole rupiah.').check('price > 0'),
    quantity: p.integer().check(betweenSql('quantity', 1, 99)),
    surcharge: p.bigint('number').comment('The price of the options of all its units, in rupiah.').default(0),
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable(),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable(),
    stockState: p.enum(['free', 'held', 'sold', 'short']).comment('short: paid, but none was left.').default('free'),
    deliveredAt: p.datetime().strictNullable(),
    restocked: p.integer().comment('The number of units that were restocked with a refund.').default(0),
    units: () =>
      p
        .oneToMany(StockUnit)
        .mappedBy('orderItem' as never)
        .orderBy({ id: 'asc' }),
    /** The options of its units; the other units have none. */
    makings: () =>
      p
        .oneToMany(OrderItemMaking)
        .mappedBy('item' as never)
        .orderBy({ position: 'asc' }),
  },
})

/** One line of an order, with its name and price at the time of ordering. */
export class OrderItem extends OrderItemSchema.class {
  /** Returns the name, such as `Kopi Susu (Besar)`. */
  name(): string {
    return formatGoodsName(this.productName, this.variantName)
  }

  /** Returns the price of its units with their options, in whole rupiah. */
  total(): number {
    return this.price * this.quantity + this.surcharge
  }

  /** Returns a label such as `Kopi Susu (Besar) × 2`. */
  label(): string {
    return this.quantity > 1 ? `${this.name()} × ${this.quantity}` : this.name()
  }

  /** Returns whether it is handed over automatically. */
  isSentInChat(): boolean {
    return chatStockModes.has(this.stockMode)
  }

  /** Marks it as sold; goods that the shop holds and sends in the chat are delivered immediately. */
  sell(at: Date): void {
    this.stockState = 'sold'
    if (instantStockModes.has(this.stockMode)) this.deliveredAt = at
  }

  /** Returns the goods that the customer can open: none before the delivery. `keys` are serials. */
  goods(this: Loaded<OrderItem, 'units' | 'file' | 'content'>): Goods {
    if (this.deliveredAt === null) return { keys: [], file: null, content: null }
    const keys = this.units.$.filter(unit => unit.state === 'sold').map(unit => unit.line)
    return { keys, file: this.file, content: this.content }
  }
}
OrderItemSchema.setClass(OrderItem)

// The relation between a serial and its item is added here, because the catalogue is in a lower layer.
StockUnitSchema.addManyToOne('orderItem' as never, 'OrderItem', {
  entity: () => OrderItem,
  fieldName: 'order_item_id',
  nullable: true,
})

OrderItemMakingSchema.addManyToOne('item' as never, 'OrderItem', {
  entity: () => OrderItem,
  fieldName: 'order_item_id',
})

const OrderInvoiceSchema = defineEntity({
  name: 'OrderInvoice',
  tableName: 'order_invoice',
  comment: 'One attempt to pay an order.',
  filters: accountFilter,
  uniques: [
    { properties: ['order', 'number'] },
    { name: 'order_invoice_one_open', properties: ['order'], where: 'is_open' },
  ],
  properties: {
    payment: () => p.oneToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    account: owner,
    order: () => p.manyToOne(Order).lazyRef(),
    number: p.integer(),
    isOpen: p.boolean().default(true),
  },
})

export class OrderInvoice extends OrderInvoiceSchema.class {}
OrderInvoiceSchema.setClass(OrderInvoice)

export interface Goods {
  keys: string[]
  file: DigitalFile | null
  content: HiddenContent | null
}

const notEnded = { refundDue: false, completedAt: null, cancelledAt: null, cancelledBy: null, sellerNote: null }

/** The person who cancelled the order; `unpaid`: it stayed unpaid for 24 hours. */
export type CancelledBy = 'customer' | 'merchant' | 'unpaid'

/** How long a merchant's step can be undone, in seconds. */
export const undoPeriodS = 60
/** How long goods are reserved for an order without an invoice, in seconds. */
export const holdPeriodS = 900
/** How long after its last invoice ended, or after it was placed, an unpaid order is cancelled, in seconds. */
export const pendingPeriodS = 86_400
/** The maximum number of a customer's orders that reserve goods or wait for money at once. */
export const openOrdersMax = 3
export const quantityMax = 99
