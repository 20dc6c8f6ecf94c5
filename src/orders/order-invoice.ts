import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { byAccount } from '../database/scope.ts'
import { Payment } from '../payments/payment.ts'
import { Order } from './order.ts'

const OrderInvoiceSchema = defineEntity({
  name: 'OrderInvoice',
  tableName: 'order_invoice',
  filters: byAccount,
  uniques: [
    { properties: ['order', 'number'] },
    { name: 'order_invoice_one_open', properties: ['order'], where: 'is_open' },
  ],
  properties: {
    payment: () => p.oneToOne(Payment).lazyRef().fieldName('invoice_id').primary(),
    account: () => p.manyToOne(Account).lazyRef(),
    order: () => p.manyToOne(Order).lazyRef(),
    number: p.integer(),
    isOpen: p.boolean().default(true),
  },
})

/** One try to pay an order. */
export class OrderInvoice extends OrderInvoiceSchema.class {}
OrderInvoiceSchema.setClass(OrderInvoice)
