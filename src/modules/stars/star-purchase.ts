import { defineEntity, type Loaded, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { formatGoodsName, Variant } from '../../catalog/product.ts'
import { StockUnit, StockUnitSchema } from '../../catalog/stock/stock-unit.ts'
import { betweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { HiddenContent } from '../../goods/hidden-content.ts'
import { Customer } from '../../orders/customers/customer.ts'
import type { Goods } from '../../orders/order.ts'

/** `offered`: an invoice is in the chat. `reserved`: the customer is paying, so the goods are reserved. */
export const starStatuses = ['offered', 'reserved', 'paid', 'refund_due', 'refunded'] as const
export type StarStatus = (typeof starStatuses)[number]

/** Why Stars are refunded: nothing was left, they were paid twice, or the seller refunded them, here or elsewhere. */
export const refundReasons = ['short', 'paid_twice', 'seller', 'elsewhere'] as const
export type RefundReason = (typeof refundReasons)[number]

const StarPurchaseSchema = defineEntity({
  name: 'StarPurchase',
  tableName: 'star_purchase',
  comment: 'A digital purchase paid with Telegram Stars, which is neither an order nor a payment.',
  filters: accountAndModeFilter,
  uniques: [{ properties: ['customer', 'once'] }],
  indexes: [
    { name: 'star_purchase_bought', properties: ['customer', 'paidAt'], where: 'paid_at is not null' },
    { name: 'star_purchase_held', properties: ['heldUntil'], where: 'held_until is not null' },
    { name: 'star_purchase_refund_due', properties: ['retryAt'], where: "status = 'refund_due'" },
  ],
  checks: [
    { name: 'star_purchase_reserved', expression: "(status = 'reserved') = (held_until is not null)" },
    {
      name: 'star_purchase_charged',
      expression: "(status in ('paid', 'refund_due', 'refunded')) = (charge_id is not null)",
    },
    { name: 'star_purchase_paid', expression: '(charge_id is null) = (paid_at is null)' },
    { name: 'star_purchase_refunded', expression: "(status = 'refunded') = (refunded_at is not null)" },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    accountId: ownerId(),
    customerId: p.bigint('number').fieldName('customer_id').persist(false),
    customer: () => p.manyToOne(Customer).lazyRef(),
    token: p
      .text()
      .comment('The payload of the invoice, and its id in buttons.')
      .unique()
      .check("token ~ '^[A-Za-z0-9_-]{22}$'"),
    once: p.text().comment('Its cause, so that the same press creates only one invoice.').strictNullable(),
    invoiceMessageId: p.bigint('number').comment("Telegram's id of the message with the invoice.").strictNullable(),
    variant: () => p.manyToOne(Variant).lazyRef(),
    productName: p.text(),
    variantName: p.text(),
    stars: p
      .integer()
      .comment('In Stars, never in rupiah.')
      .check(betweenSql('stars', 1, 10_000)),
    file: () => p.manyToOne(DigitalFile).lazyRef().strictNullable(),
    content: () => p.manyToOne(HiddenContent).lazyRef().strictNullable(),
    status: p
      .enum(starStatuses)
      .comment('offered, then reserved, then paid; refund_due and refunded if the Stars are returned.')
      .default('offered'),
    heldUntil: p.datetime().comment('Until then, the goods are reserved for it.').strictNullable(),
    chargeId: p
      .text()
      .comment("Telegram's telegram_payment_charge_id, under which Stars were paid once and are refunded.")
      .strictNullable()
      .unique(),
    refundReason: p.enum(refundReasons).comment('Why the Stars were refunded.').strictNullable(),
    retryAt: p.datetime().comment('When the refund is next requested from Telegram.').strictNullable(),
    leaseToken: p.uuid().comment('The lease of the refund in progress.').strictNullable(),
    leaseHolder: p
      .text()
      .comment('The process that requests it; also null for a process of an older version.')
      .strictNullable(),
    createdAt: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    refundedAt: p.datetime().strictNullable(),
    units: () =>
      p
        .oneToMany(StockUnit)
        .mappedBy('starPurchase' as never)
        .orderBy({ id: 'asc' }),
  },
})

/** A digital item paid with Telegram Stars. It is neither an order nor a payment, and not counted as one. */
export class StarPurchase extends StarPurchaseSchema.class {
  declare status: StarStatus

  /** Returns the name, such as `Kunci (1 bulan)`. */
  name(): string {
    return formatGoodsName(this.productName, this.variantName)
  }

  isCharged(): boolean {
    return this.chargeId !== null
  }

  reserve(until: Date): void {
    this.status = 'reserved'
    this.heldUntil = until
  }

  /** Releases the goods after the time to pay: the invoice in the chat can still be paid, if anything is left then. */
  release(): void {
    this.status = 'offered'
    this.heldUntil = null
  }

  pay(chargeId: string, at: Date): void {
    this.status = 'paid'
    this.heldUntil = null
    this.chargeId = chargeId
    this.paidAt = at
  }

  oweRefund(reason: RefundReason, at: Date): void {
    this.status = 'refund_due'
    this.refundReason = reason
    this.retryAt = at
  }

  /** Returns the goods that the customer can open: none before payment, or after the Stars were refunded. */
  goods(this: Loaded<StarPurchase, 'units' | 'file' | 'content'>): Goods {
    if (this.status !== 'paid') return { keys: [], file: null, content: null }
    const keys = this.units.$.filter(unit => unit.state === 'sold').map(unit => unit.line)
    return { keys, file: this.file, content: this.content }
  }
}
StarPurchaseSchema.setClass(StarPurchase)

// Added here, as for the item of an order, because the catalogue is in a lower layer.
StockUnitSchema.addManyToOne('starPurchase' as never, 'StarPurchase', {
  entity: () => StarPurchase,
  fieldName: 'star_purchase_id',
  nullable: true,
})
StockUnitSchema.addIndex({
  name: 'stock_unit_of_stars',
  properties: ['starPurchase' as never],
  where: 'star_purchase_id is not null',
})

/**
 * How long goods stay reserved, in seconds. Telegram waits ten seconds for the answer to a pre-checkout, and pays right
 * after it.
 */
export const starHoldS = 300
