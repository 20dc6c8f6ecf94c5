import type { Loaded } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import { type PaymentView, viewPayment } from '../../payments/view-payment.ts'
import { CounterSale } from './counter-sale.ts'
import type { Device } from './device.ts'
import { makeSaleOnceKey } from './sell.ts'

/** A sale with the data for its receipt and its code. */
export interface SaleView {
  key: string
  order: Loaded<Order, 'items.makings' | 'invoices.payment'>
  sale: Loaded<CounterSale, 'cashier'>
  /** The payment that it waits for, or was paid by. */
  payment: PaymentView | null
}

type At = Pick<Device, 'accountId' | 'mode' | 'customer'>

const whole = ['items.makings', 'invoices.payment'] as const

/** Returns the sale of a device with this key; null if it does not exist. */
export async function viewSale(app: Needs<'em' | 'now'>, device: At, key: string): Promise<SaleView | null> {
  const { accountId, mode } = device
  const em = app.em({ accountId, mode })
  const found = await findSoldOrder(app, device, key)
  if (!found) return null
  const order = await em.findOneOrFail(Order, { id: found.id }, { populate: whole })
  const sale = await em.findOneOrFail(CounterSale, { order: found.id }, { populate: ['cashier'] })
  const paid = order.payment()
  return { key, order, sale, payment: paid && (await viewPayment(app, paid.invoiceId)) }
}

/** Returns the order of this device's sale; null if it does not exist. */
export async function findSoldOrder(app: Needs<'em'>, device: At, key: string): Promise<Order | null> {
  const { accountId, mode, customer } = device
  if (!customer) return null
  return app.em({ accountId, mode }).findOne(Order, { customer: customer.id, once: makeSaleOnceKey(key) })
}
