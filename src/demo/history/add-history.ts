import type { EntityManager } from '@mikro-orm/postgresql'
import { Movement } from '../../books/movement.ts'
import { BookClose } from '../../books/statistics/book-day.ts'
import { Connection } from '../../connections/connection.ts'
import type { App } from '../../needs.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { type Order, OrderInvoice } from '../../orders/order.ts'
import { Review } from '../../orders/reviews/review.ts'
import type { Payment } from '../../payments/payment.ts'
import { listAdditions } from '../../slots.ts'
import type { DemoPast } from './demo-past.ts'
import { createPastOrders } from './past-order.ts'
import { addLateMoney, addPayment, type MoneyAccount } from './past-payment.ts'
import { buyers, makeEndColumns, type PastSale, planSales } from './plan-sales.ts'
import { writeEvents } from './write-events.ts'

const daysShown = 28
const dayMs = 86_400_000
// The doctor would report money that waits longer than a day.
const lateMoneyMs = 5 * 3_600_000

/**
 * Writes four weeks of history for the demo's shop in test mode, so that its lists, statistics and home page have
 * content at the first start. The rows are in the past: they trigger no notification, callback or provider request.
 * `operatorId` is the account through whose connection its money came.
 */
export async function addHistory(
  app: App,
  { accountId, operatorId }: { accountId: number; operatorId: number },
): Promise<void> {
  const mode = 'test' as const
  const place = await findPlace(app, operatorId)
  const now = app.now()
  const today = app.calendar.startOfDay(app.calendar.formatDay(now))!
  const days = Array.from({ length: daysShown }, (_, index) => new Date(today.getTime() - (daysShown - index) * dayMs))
  await app.transaction({ accountId, mode }, async tx => {
    const addOrder = await createPastOrders({ em: tx.em, accountId, calendar: app.calendar })
    const past: DemoPast = { tx, accountId, mode, days, now, addOrder }
    const customers = buyers.map(buyer => addCustomer(tx.em, accountId, buyer, days[0]!))
    const sold = planSales(days, now).map((sale, index) => {
      const order = addSale(past, customers[sale.buyer]!, sale)
      const payment = addPayment(tx.em, { order, sale, place, index })
      tx.em.create(OrderInvoice, { payment, account: accountId, order, number: 1, isOpen: false })
      return { sale, order, payment }
    })
    const unpaid = sold.findLast(({ sale }) => sale.end === 'expired')!.payment
    addLateMoney(tx.em, unpaid, { ...place, at: new Date(now.getTime() - lateMoneyMs) })
    for (const add of listAdditions(app, 'demoPast')) await add(past)
    await tx.em.flush()
    await noteRefunds(past, sold)
    await writeEvents(
      tx,
      accountId,
      sold.map(({ payment }) => payment),
    )
    // Lines were added to days that may already have been totalled, so all days are totalled again.
    await tx.em.nativeDelete(BookClose, { id: 1 })
  })
}

async function findPlace(app: App, operatorId: number): Promise<MoneyAccount> {
  const connection = await app
    .em({ accountId: operatorId, mode: 'test' })
    .findOneOrFail(Connection, { connector: 'interactive', removedAt: null })
  return { connection: connection.id, receivingAccount: connection.receivingAccount.id }
}

function addCustomer(em: EntityManager, accountId: number, buyer: (typeof buyers)[number], since: Date): Customer {
  return em.create(Customer, { ...makeChatlessColumns(since), ...buyer, account: accountId, language: 'id' })
}

function addSale({ addOrder, tx, accountId, mode }: DemoPast, customer: Customer, sale: PastSale): Order {
  const { at, lines, stars, words } = sale
  const isSent = lines.some(({ key }) => key.startsWith('biji') || key === 'tumbler')
  const way = isSent
    ? { receiving: 'delivery' as const, deliveryZone: 'Jakarta', deliveryFee: 15_000, address: customer.address }
    : { receiving: lines[0]!.key === 'kelas-seduh' ? null : ('pickup' as const), deliveryFee: 0 }
  const contact = { customer, customerPhone: customer.phone }
  const order = addOrder({ ...contact, at, lines, door: 'chat', invoiceCount: 1, ...way, ...makeEndColumns(sale) })
  if (stars !== undefined)
    tx.em.create(Review, { order, account: accountId, mode, stars, text: words ?? null, createdAt: order.completedAt! })
  return order
}

interface Sold {
  sale: PastSale
  order: Order
  payment: Payment
}

// Last, because the database marks the payment as refunded, which must already exist.
async function noteRefunds({ tx, accountId, mode }: DemoPast, sold: Sold[]): Promise<void> {
  const refunded = sold.filter(({ sale }) => sale.end === 'refunded')
  for (const { order, payment } of refunded) {
    const amount = -payment.paidAmount!
    const line = { account: accountId, mode, payment, transfer: null, withdrawal: null }
    tx.em.create(Movement, { ...line, kind: 'refund_note', amount, fee: 0, net: amount, createdAt: order.cancelledAt! })
  }
  await tx.em.flush()
  for (const { payment } of refunded) await tx.em.refresh(payment)
}
