import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order, OrderInvoice } from '../../orders/order.ts'
import type { Payment } from '../../payments/payment.ts'
import { anySlug, Bill } from './bill.ts'
import { BillLine } from './bill-line.ts'
import { BillPart } from './bill-part.ts'

/** A part of a bill, with its payment. */
export type ShownPart = Readonly<BillPart> & { payment: Payment }

/** A bill with its goods and its latest payments, newest first. */
export interface WholeBill {
  bill: Bill
  lines: BillLine[]
  /** The newest order of its goods, if it has one payer; null before the first payment. */
  order: Order | null
  parts: ShownPart[]
  /** The orders of its goods, by the invoice ids of its payments. */
  orders: ReadonlyMap<string, Order>
}

/** The number of payments shown with a bill. */
const partsShown = 50

/** Returns a bill of this account by its id or slug. Refuses `not_found`. */
export async function findBill(app: Needs<'em'>, scope: Required<AccountScope>, name: string): Promise<WholeBill> {
  const em = app.em(scope)
  const bill = await findBillByName(em, name)
  return readWhole(em, bill)
}

/** Returns the bill with this slug, of any account; null for an unknown one, and for a draft. */
export async function findBillBySlug(app: Needs<'em'>, slug: string): Promise<WholeBill | null> {
  if (!anySlug.test(slug)) return null
  const em = app.em('installation')
  const bill = await em.findOne(Bill, { slug, status: { $ne: 'draft' } })
  return bill && readWhole(em, bill)
}

/** Returns the bill without its relations. Refuses `not_found`. */
export async function findBillByName(em: EntityManager, name: string): Promise<Bill> {
  const bill = await em.findOne(Bill, { $or: [{ publicId: name }, { slug: name }] })
  if (!bill) throw notFound('bill')
  return bill
}

async function readWhole(em: EntityManager, bill: Bill): Promise<WholeBill> {
  const lines = await em.find(BillLine, { bill: bill.id }, { orderBy: { position: 'asc' } })
  const parts = await readParts(em, bill.id)
  if (lines.length === 0) return { bill, lines, order: null, parts, orders: new Map() }
  return { bill, lines, order: await readOrder(em, bill), parts, orders: await readOrders(em, parts) }
}

async function readOrder(em: EntityManager, { kind, customer }: Bill): Promise<Order | null> {
  if (kind !== 'once' || !customer) return null
  return em.findOne(Order, { customer: customer.id }, { orderBy: { id: 'desc' } })
}

async function readOrders(em: EntityManager, parts: readonly ShownPart[]): Promise<ReadonlyMap<string, Order>> {
  const payment = parts.map(part => part.payment.invoiceId)
  const found = await em.find(OrderInvoice, { payment }, { populate: ['order'] })
  return new Map(found.map(invoice => [invoice.payment.invoiceId, invoice.order]))
}

async function readParts(em: EntityManager, bill: number): Promise<ShownPart[]> {
  const parts = await em.find(
    BillPart,
    { bill },
    { populate: ['payment'], orderBy: { number: 'desc' }, limit: partsShown, refresh: true },
  )
  return parts as unknown as ShownPart[]
}
