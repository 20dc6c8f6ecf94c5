import type { Standing } from '../accounts/standing.ts'
import { type AskedField, askedFields, type ProductKind, type StockMode } from '../catalog/product.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import { randomCrockford, randomToken } from '../lib/ids.ts'
import { formatRupiah } from '../lib/money.ts'
import { type FieldError, Refusal, refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import { amountMin } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { holdS, type Order, openOrdersMax } from './order.ts'
import { holdGoods } from './order-goods-sql.ts'
import { orderPayload } from './order-payload.ts'
import {
  cartLinesSql,
  earlierSql,
  emptyCartSql,
  insertItemsSql,
  insertOrderSql,
  keepAnswersSql,
  lockCustomerSql,
  openOrdersSql,
} from './place-order-sql.ts'
import { isPhone } from './update-customer.ts'

export interface Placing {
  note?: string | undefined
  /** Unset: what the customer told before. */
  phone?: string | undefined
  address?: string | undefined
  /** This alone, at once; the cart stays as it is. Unset: the cart. `variantId` is public. */
  only?: { variantId: string; quantity: number } | undefined
  /** What the customer saw and agreed to, in whole rupiah. */
  expectedTotal?: number | undefined
  /** What caused it (`bot:update`): the same cause makes the same order. */
  once?: string | undefined
}

type PlaceNeeds = Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions' | 'wake'>

/**
 * Makes an order of the customer's cart, or of one thing alone, `pending`, and holds its goods for `holdS` seconds, all or
 * nothing; a cart is empty then. No invoice is made: `requestPayment` does.
 *
 * Refuses `invalid_request` (`fields` say what is missing or wrong: cart, phone, address, note), `out_of_stock`,
 * `price_changed`, `amount_out_of_range`, `too_many_open_orders`, `not_found` for no customer of this account.
 */
export async function placeOrder(
  app: PlaceNeeds,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  customerId: number,
  asked: Placing = {},
): Promise<Order> {
  const order = await app.transaction(standing, async tx => {
    const customer = await lockCustomer(tx, standing.accountId, customerId)
    const earlier = asked.once ? await findEarlier(tx, customerId, asked.once) : null
    return earlier ?? place(app, tx, standing, customer, asked)
  })
  app.wake.notify('notices')
  return order
}

/** The order that this cause has made already; null when it has made none. */
export async function findPlaced(
  app: Needs<'sql' | 'transaction'>,
  customerId: number,
  once: string,
): Promise<Order | null> {
  return findEarlier(app.sql, customerId, once)
}

interface BuyingCustomer {
  id: number
  name: string
  phone: string | null
  address: string | null
}

/** Whatever counts a customer's orders takes turns here. A customer is locked before any payment or order. */
export async function lockCustomer(tx: Tx, accountId: number, customerId: number): Promise<BuyingCustomer> {
  const [customer] = await tx.query<BuyingCustomer>(lockCustomerSql, [customerId, accountId])
  if (!customer) throw new Refusal('not_found', 'There is no such customer')
  return customer
}

async function findEarlier(tx: Sql, customerId: number, once: string): Promise<Order | null> {
  const rows = await tx.query<Order>(earlierSql, [customerId, once])
  return rows[0] ?? null
}

async function place(
  app: PlaceNeeds,
  tx: Tx,
  standing: Pick<Standing, 'accountId' | 'mode'>,
  customer: BuyingCustomer,
  asked: Placing,
): Promise<Order> {
  const now = app.now()
  await refuseTooMany(tx, customer.id, now)
  const { variantId = null, quantity = null } = asked.only ?? {}
  const lines = await tx.query<PlacedLine>(cartLinesSql, [customer.id, variantId, quantity, standing.accountId])
  const total = totalOf(lines, asked)
  const told = answersOf(lines, customer, asked)

  const order = await insertOrder(app, tx, { ...standing, customer, total, once: asked.once ?? null, ...told }, now)
  await insertItems(tx, order, lines)
  const short = await holdGoods(tx, order.id)
  if (short.length > 0) throw refuseShort(short)
  if (!asked.only) await tx.write(emptyCartSql, [customer.id])
  await tx.write(keepAnswersSql, [customer.id, told.phone, told.address])
  await announce(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.placed',
      subject: order.orderNumber,
      payload: { ...orderPayload(order) },
      createdAt: now,
    },
  ])
  return order
}

/** Refuses an order more that keeps goods from others, or waits for money. */
export async function refuseTooMany(tx: Tx, customerId: number, now: Date, exceptOrderId = 0): Promise<void> {
  const [open] = await tx.query<{ count: number }>(openOrdersSql, [customerId, now, exceptOrderId])
  if (open!.count < openOrdersMax) return
  throw new Refusal('too_many_open_orders', `Pay or cancel one of your ${openOrdersMax} open orders first`)
}

interface PlacedLine {
  variantId: number
  productName: string
  variantName: string
  kind: ProductKind
  stockMode: StockMode
  price: number
  quantity: number
  fileId: number | null
  contentId: number | null
  asks: AskedField[]
  isActive: boolean
  available: number | null
}

function totalOf(lines: PlacedLine[], asked: Placing): number {
  if (lines.length === 0) throw refuseField('cart', 'is empty')
  // What is plainly gone is said before anything is written; what goes meanwhile, when it cannot be held.
  const gone = lines.filter(line => !line.isActive || (line.available !== null && line.available < line.quantity))
  if (gone.length > 0) throw refuseShort(gone)
  const total = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  if (asked.expectedTotal !== undefined && asked.expectedTotal !== total) {
    const change = `from ${formatRupiah(asked.expectedTotal)} to ${formatRupiah(total)}`
    throw new Refusal('price_changed', `The price changed ${change}`, {
      fields: [{ path: 'total', error: String(total) }],
    })
  }
  if (total < amountMin)
    throw refuseField('cart', `comes to at least ${formatRupiah(amountMin)}`, 'amount_out_of_range')
  return total
}

/** The refusal for goods that are gone; each field's path is the name of one. */
export function refuseShort(goods: { productName: string; variantName: string }[]): Refusal {
  const fields = goods.map(line => ({
    path: line.variantName ? `${line.productName} (${line.variantName})` : line.productName,
    error: 'is sold out, or fewer are left than wanted',
  }))
  return new Refusal('out_of_stock', `Out of stock: ${fields.map(field => field.path).join(', ')}`, { fields })
}

type Answers = Record<AskedField, string | null>

const lengthsMax: Record<AskedField, number> = { note: 500, phone: 32, address: 500 }

// A phone and an address that nobody asked for are not written onto the order.
function answersOf(lines: PlacedLine[], customer: BuyingCustomer, asked: Placing): Answers {
  const needed = askedFields.filter(field => lines.some(line => line.asks.includes(field)))
  const known: Answers = { note: null, phone: customer.phone, address: customer.address }
  const answers: Answers = { note: null, phone: null, address: null }
  const missing: FieldError[] = []
  for (const field of askedFields) {
    const given = asked[field]?.trim() || null
    answers[field] = given ?? (needed.includes(field) ? known[field] : null)
    if (given && given.length > lengthsMax[field]) {
      missing.push({ path: field, error: `has ${lengthsMax[field]} characters at most` })
    } else if (given && field === 'phone' && !isPhone(given)) {
      missing.push({ path: field, error: 'is a phone number: 0812-3456-7890' })
    } else if (needed.includes(field) && !answers[field]) {
      missing.push({ path: field, error: 'is needed for these goods' })
    }
  }
  if (missing.length === 0) return answers
  const sentence = missing.map(field => `${field.path}: ${field.error}`).join('; ')
  throw new Refusal('invalid_request', sentence, { fields: missing })
}

interface OrderDraft extends Pick<Standing, 'accountId' | 'mode'>, Answers {
  customer: BuyingCustomer
  total: number
  once: string | null
}

const numberTriesMax = 5

async function insertOrder(app: PlaceNeeds, tx: Tx, draft: OrderDraft, now: Date): Promise<Order> {
  const day = app.calendar.formatDay(now).slice(2).replaceAll('-', '')
  for (let attempt = 1; attempt <= numberTriesMax; attempt++) {
    const rows = await tx.query<Order>(insertOrderSql, [
      draft.accountId,
      draft.mode,
      `ORD-${day}-${randomCrockford(6)}`,
      randomToken(),
      draft.customer.id,
      draft.once,
      draft.total,
      draft.customer.name,
      draft.phone,
      draft.address,
      draft.note,
      new Date(now.getTime() + holdS * 1000),
      now,
    ])
    if (rows[0]) return rows[0]
  }
  throw new Error('Bug: no order number was free')
}

async function insertItems(tx: Tx, order: Order, lines: PlacedLine[]): Promise<void> {
  const column = <Key extends keyof PlacedLine>(key: Key) => lines.map(line => line[key])
  await tx.write(insertItemsSql, [
    order.accountId,
    order.id,
    column('variantId'),
    column('productName'),
    column('variantName'),
    column('kind'),
    column('stockMode'),
    column('price'),
    column('quantity'),
    column('fileId'),
    column('contentId'),
  ])
}
