import type { Variant } from '../catalog/product.ts'
import type { Tx } from '../database/transaction.ts'
import type { Standing } from '../keys/standing.ts'
import { randomToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { chatless } from '../orders/customers/chatless.ts'
import { Customer } from '../orders/customers/customer.ts'
import { Order } from '../orders/order.ts'
import { lockCustomer, refuseGone, refuseShort, writeOrder } from '../orders/place-order.ts'
import { type CartRow, cartLinesSql } from '../orders/place-order-sql.ts'
import type { PricedLine } from '../orders/price-line.ts'
import { Bill, type BillQuestion } from './bill.ts'
import { BillLine } from './bill-line.ts'
import { lockBill } from './bill-moves.ts'

type OrderNeeds = Needs<'sql' | 'transaction' | 'em' | 'now' | 'calendar' | 'reactions'>

export interface Ordering {
  billId: number
  /** The answers of the payer; refuses where nobody may open the bill. */
  told(bill: Bill): Record<BillQuestion, string | null>
}

/**
 * The order that holds the goods of a bill, at the prices of the bill: the one that waits for a payment, or a new one
 * where there is none or the last was cancelled. Null for a bill without goods.
 *
 * Refuses `out_of_stock`, and what `told` refuses.
 */
export async function orderForBill(app: OrderNeeds, standing: Standing, asked: Ordering): Promise<Order | null> {
  const { billId } = asked
  if ((await app.em(standing).count(BillLine, { bill: billId })) === 0) return null
  const customerId = await app.transaction(standing, tx => customerOf(app, tx, asked))
  // Whoever opens the bill waits here for the one before, and finds that order.
  return app.transaction(standing, async tx => {
    const customer = await lockCustomer(tx, standing.accountId, customerId)
    const known = await newestOrder(tx, customerId)
    return known ?? place(app, tx, { ...asked, standing, customer })
  })
}

/** The customer in whose name the orders of a bill are, made when it is opened first. Nobody can write to them. */
async function customerOf(app: OrderNeeds, tx: Tx, { billId, told }: Ordering): Promise<number> {
  const bill = await lockBill(tx, billId)
  if (bill.customer) return bill.customer.id
  const now = app.now()
  const customer = tx.em.create(Customer, {
    ...{ ...chatless(), account: bill.accountId, name: bill.customerName ?? told(bill).name ?? bill.title },
    ...{ phone: null, address: null, language: null, blockedAt: now, promoStoppedAt: now },
    ...{ token: randomToken(), createdAt: now },
  })
  await tx.em.flush()
  await tx.em.nativeUpdate(Bill, { id: billId }, { customer: customer.id })
  return customer.id
}

function newestOrder({ em }: Tx, customer: number): Promise<Order | null> {
  return em.findOne(Order, { customer, status: { $ne: 'cancelled' } }, { orderBy: { id: 'desc' } })
}

async function place(
  app: OrderNeeds,
  tx: Tx,
  { billId, told: tell, standing, customer }: Ordering & { standing: Standing; customer: Customer },
): Promise<Order> {
  const { accountId, mode } = standing
  const bill = await tx.em.findOneOrFail(Bill, billId)
  const answers = tell(bill)
  const options = { populate: ['variant'], orderBy: { position: 'asc' } } as const
  const lines = await tx.em.find(BillLine, { bill: billId }, options)
  const only = lines.map(({ variant, quantity }) => ({
    variant: (variant as unknown as Variant).publicId,
    quantity,
    makings: [],
  }))
  const rows = await tx.query(cartLinesSql, { customerId: customer.id, only, accountId, mode })
  refuseGone(rows)
  const priced = lines.map(line => billed(line, rows))
  const told = { note: answers.note, phone: answers.phone ?? bill.customerPhone, address: answers.address }
  const planned = { receiving: null, deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  const draft = { accountId, mode, customer, total: bill.amount!, discount: 0, once: undefined, emptiesCart: false }
  return (await writeOrder(app, tx, { ...draft, told, planned, door: 'bill' }, priced)).order
}

/** A line as it becomes an item: what it is now, at the price of the bill. */
function billed(line: BillLine, rows: CartRow[]): PricedLine {
  const { id } = line.variant
  const row = rows.find(one => one.variant_id === id)
  if (!row) throw refuseShort([line.name()])
  const { groups, makings, asks, handovers, weight_g, is_shown, available, ...item } = row
  const made = line.makings.map((one, at) => ({ ...one, variant_id: id, position: at + 1 }))
  return { item: { ...item, price: line.price, surcharge: line.surcharge }, makings: made }
}
