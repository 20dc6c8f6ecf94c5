import type { Variant } from '../../catalog/product.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import type { Needs } from '../../needs.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { refuseLargeShare } from '../../orders/guest-share.ts'
import { Order, OrderInvoice } from '../../orders/order.ts'
import { makeCausePrefix, makeNextCause } from '../../orders/payer-cause.ts'
import { lockCustomer, refuseShortage, refuseUnavailable, writeOrder } from '../../orders/place-order.ts'
import { type CartRow, cartLinesSql } from '../../orders/place-order-sql.ts'
import type { PricedLine } from '../../orders/price-line.ts'
import { Bill } from './bill.ts'
import type { BillQuestion } from './bill-kinds.ts'
import { BillLine } from './bill-line.ts'
import { lockBill } from './bill-moves.ts'
import { BillPart } from './bill-part.ts'
import { countOpenParts, findOpenParts, refuseTooManyParts } from './bill-parts.ts'

type OrderNeeds = Needs<'sql' | 'transaction' | 'em' | 'now' | 'calendar' | 'reactions'>

type Answers = Record<BillQuestion, string | null>

export interface BillOrderInput {
  billId: number
  /** A hash that identifies the browser; null for other clients. */
  payer: Buffer | null
  /** A hash of the network address; null if it is unknown. */
  address: Buffer | null
  /** Returns the payer's answers; refuses if the bill may not be opened. */
  told(bill: Bill): Answers
}

/** How long goods of a public bill are reserved before their payment exists, in seconds. */
const publicHoldS = 60

/**
 * Returns the order that reserves the goods of a bill, at the bill's prices. It is the one that waits for a payment, or
 * a new one if none exists or the last was cancelled. Each payer of a bill for many has their own orders.
 *
 * Refuses `out_of_stock`, `rate_limited` with too many open orders of a bill for many, and for invalid answers of the
 * payer.
 */
export async function orderForBill(app: OrderNeeds, standing: Standing, input: BillOrderInput): Promise<Order> {
  const { billId } = input
  const { customer: known } = await app.em(standing).findOneOrFail(Bill, billId)
  const customerId = known?.id ?? (await app.transaction(standing, tx => findBillCustomer(app, tx, input)))
  // A concurrent request for the bill waits here for the first one, and finds its order.
  return app.transaction(standing, async tx => {
    const customer = await lockCustomer(tx, standing.accountId, customerId)
    const bill = await tx.em.findOneOrFail(Bill, billId)
    const ordered = bill.kind === 'many' ? await unpaidOrder(app, tx, bill, input) : await newestOrder(tx, customerId)
    return ordered ?? placeBillOrder(app, tx, { ...input, standing, customer, bill })
  })
}

/**
 * Returns the customer who owns the orders of a bill, created at its first opening. Messages to this customer are
 * impossible.
 */
async function findBillCustomer(app: OrderNeeds, tx: Tx, { billId, told }: BillOrderInput): Promise<number> {
  const bill = await lockBill(tx, billId)
  if (bill.customer) return bill.customer.id
  const customer = tx.em.create(Customer, {
    ...makeChatlessColumns(app.now()),
    account: bill.accountId,
    name: nameCustomer(bill, told(bill)),
  })
  await tx.em.flush()
  await tx.em.nativeUpdate(Bill, { id: billId }, { customer: customer.id })
  return customer.id
}

// A bill for many payers has no name; each of its orders has the name of its payer.
function nameCustomer({ kind, customerName, title }: Bill, { name }: Answers): string {
  return (kind === 'once' ? (customerName ?? name) : null) ?? title
}

function newestOrder({ em }: Tx, customer: number): Promise<Order | null> {
  return em.findOne(Order, { customer, status: { $ne: 'cancelled' } }, { orderBy: { id: 'desc' } })
}

/** Returns the payer's unpaid order; refuses a new one if too many reserve goods. */
async function unpaidOrder(
  app: OrderNeeds,
  tx: Tx,
  bill: Bill,
  { payer, address }: BillOrderInput,
): Promise<Order | null> {
  const { em } = tx
  const unpaid = await em.find(Order, { customer: bill.customer!.id, status: ['pending', 'waiting_payment'] })
  const own = payer && unpaid.find(({ once }) => once?.startsWith(makeCausePrefix(payer)))
  if (own) return own
  const { fromHere } = countOpenParts(await findOpenParts(tx, bill.id), { address })
  refuseTooManyParts(bill, { all: unpaid.filter(order => order.isOpenAt(app.now())).length, fromHere })
  return null
}

interface Ordered {
  standing: Standing
  customer: Customer
  bill: Bill
}

async function placeBillOrder(
  app: OrderNeeds,
  tx: Tx,
  { billId, payer, address, told: tell, standing, customer, bill }: BillOrderInput & Ordered,
): Promise<Order> {
  const { accountId, mode } = standing
  const answers = tell(bill)
  const options = { populate: ['variant'], orderBy: { position: 'asc' } } as const
  const lines = await tx.em.find(BillLine, { bill: billId }, options)
  const only = lines.map(({ variant, quantity }) => ({
    variant: (variant as unknown as Variant).publicId,
    quantity,
    makings: [],
  }))
  const rows = await tx.query(cartLinesSql, { customerId: customer.id, only, accountId, mode })
  refuseUnavailable(rows)
  const priced = lines.map(line => toBilledLine(line, rows))
  const told = { note: answers.note, phone: answers.phone ?? bill.customerPhone, address: answers.address }
  const planned = { receiving: null, deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  const isMany = bill.kind === 'many'
  const whose = isMany ? { once: makeNextCause(payer), customerName: answers.name ?? undefined } : { once: undefined }
  const draft = { accountId, mode, customer, total: bill.amount!, discount: 0, emptiesCart: false, ...whose }
  const { order } = await writeOrder(app, tx, { ...draft, told, planned, door: 'bill' }, priced)
  if (!isMany) return order
  if (address) await refuseLargeShare(tx, order, { fromHere: await ordersFromHere(tx, billId, address) })
  const heldUntil = new Date(app.now().getTime() + publicHoldS * 1000)
  await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { heldUntil })
  return Object.assign(order, { heldUntil })
}

/** Returns the orders of an address's open payments. */
async function ordersFromHere(tx: Tx, billId: number, address: Buffer): Promise<number[]> {
  const parts = await tx.em.find(BillPart, { bill: billId, state: 'open', address })
  const invoices = await tx.em.find(OrderInvoice, { payment: parts.map(({ payment }) => payment.invoiceId) })
  return invoices.map(({ order }) => order.id)
}

/** Converts a bill's line to a cart line with current product data, at the price of the bill. */
function toBilledLine(line: BillLine, rows: CartRow[]): PricedLine {
  const { id } = line.variant
  const row = rows.find(one => one.variant_id === id)
  if (!row) throw refuseShortage([line.name()])
  const { groups, makings, asks, handovers, weight_g, is_shown, available, ...item } = row
  const made = line.makings.map((one, at) => ({ ...one, variant_id: id, position: at + 1 }))
  return { item: { ...item, price: line.price, surcharge: line.surcharge }, makings: made }
}
