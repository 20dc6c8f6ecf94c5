import type { Handover } from '../catalog/delivery-zones.ts'
import { formatGoodsName } from '../catalog/product.ts'
import { type RequiredDetail, requiredDetailNames } from '../catalog/product-kinds.ts'
import { ShopRules } from '../catalog/shop-rules.ts'
import { holdStock } from '../catalog/stock/move-stock.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Standing } from '../keys/standing.ts'
import { generateCrockford, generateToken } from '../lib/ids.ts'
import { formatRupiah } from '../lib/money.ts'
import { isPhone, readAnswer } from '../lib/phone.ts'
import { notFound, Refusal, refuseField, refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import { amountMin } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { Customer } from './customers/customer.ts'
import { holdPeriodS, Order, type OrderItem, openOrdersMax } from './order.ts'
import { announceOrdered, readItems } from './order-goods.ts'
import { makeOrderPayload } from './order-payload.ts'
import { type CartRow, cartLinesSql, earlierSql, lockCustomerSql, type OnlyLine, placeSql } from './place-order-sql.ts'
import { type PricedLine, priceLine } from './price-line.ts'
import { chooseWay, planReceiving, type ReceivingChoice, type ReceivingPlan } from './receiving/plan-receiving.ts'
import { refuseClosed } from './refuse-closed.ts'

export interface OrderRequest extends ReceivingChoice {
  note?: string | undefined
  /** The phone number; by default the customer's stored one. */
  phone?: string | undefined
  address?: string | undefined
  /** Orders only this item, leaving the cart unchanged; unset for the cart. Ids and choices are those of `fillCart`. */
  only?: { variantId: string; quantity: number; choices?: readonly string[] | undefined } | undefined
  /** The price of the goods that the customer saw and agreed to, in whole rupiah. */
  expectedTotal?: number | undefined
  /** The delivery fee that they saw. */
  expectedFee?: number | undefined
  /** The cause of the order (`bot:update`): the same cause creates the same order. */
  once?: string | undefined
}

type Owner = Pick<Standing, 'accountId' | 'mode'>
type PlaceNeeds = Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>

/**
 * Turns the customer's cart, or a single item, into a `pending` order and reserves its goods for `holdPeriodS` seconds,
 * all or nothing. A cart is empty afterwards. Creates no invoice: `requestPayment` does.
 *
 * Refuses `invalid_request` (`fields` names missing or invalid fields: cart, options, phone, address, note, receiving,
 * zone, table), `out_of_stock` for goods or options, `price_changed`, `amount_out_of_range`, `too_many_open_orders`,
 * and `not_found` if the account has no such customer.
 */
export async function placeOrder(
  app: PlaceNeeds,
  standing: Owner,
  customerId: number,
  input: OrderRequest = {},
): Promise<Order> {
  return app.transaction(standing, tx => placeOrderIn(app, tx, { standing, customerId, asked: input, door: 'chat' }))
}

interface Placed {
  standing: Owner
  customer: Customer
  asked: OrderRequest
  door: Order['door']
}

/** Places an order like `placeOrder`, inside a transaction of the caller. */
export async function placeOrderIn(
  app: PlaceNeeds,
  tx: Tx,
  { customerId, ...placing }: Omit<Placed, 'customer'> & { customerId: number },
): Promise<Order> {
  const { standing, asked } = placing
  const customer = await lockCustomer(tx, standing.accountId, customerId)
  const earlier = await findEarlierOrders(tx, customerId, asked.once)
  const same = earlier.find(({ once }) => once !== null && once === asked.once)
  if (same) return same
  refuseTooManyOrders(earlier, app.now())
  return placeInTransaction(app, tx, { ...placing, customer })
}

/** Returns the order that this cause has already created; null if there is not one. */
export async function findPlacedOrder(
  app: Needs<'em'>,
  { accountId, mode }: Owner,
  customerId: number,
  once: string,
): Promise<Order | null> {
  return app.em({ accountId, mode }).findOne(Order, { customer: customerId, once })
}

/** Locks the customer, before any payment or order: everything that counts a customer's orders takes this lock. */
export async function lockCustomer(tx: Tx, accountId: number, customerId: number): Promise<Customer> {
  const [row] = await tx.query(lockCustomerSql, { customerId, accountId })
  if (!row) throw notFound('customer')
  return tx.em.map(Customer, row)
}

async function placeInTransaction(
  app: PlaceNeeds,
  tx: Tx,
  { standing, customer, asked, door }: Placed,
): Promise<Order> {
  const { accountId, mode } = standing
  const lines = await tx.query(cartLinesSql, {
    customerId: customer.id,
    only: toOnlyLines(asked.only),
    accountId,
    mode,
  })
  refuseUnavailable(lines)
  const priced = lines.map(priceLine)
  const rules = await tx.em.findOne(ShopRules, { account: accountId })
  const goodsTotal = computeTotal(priced, asked, rules?.orderMin ?? 0)
  const handing = { rules, goods: lines.map(line => ({ ...line, weightG: line.weight_g })), goodsTotal }
  const receiving = chooseWay(handing, asked)
  const told = collectAnswers(listRequiredDetails(lines, rules, receiving), customer, asked)
  const planned = planReceiving(handing, { ...asked, receiving, address: told.address })
  refuseOtherFee(goodsTotal, planned.deliveryFee, asked)

  const total = goodsTotal + planned.deliveryFee
  const { once } = asked
  const given = { once, emptiesCart: !asked.only, door, discount: 0 }
  const draft = { ...standing, ...given, customer, total, told, planned }
  const { order, items } = await writeOrder(app, tx, draft, priced)
  await refuseClosed(app, tx, { accountId: order.accountId, items })
  // Keeps the stored details if the order gives none.
  customer.phone = told.phone ?? customer.phone
  customer.address = told.address ?? customer.address
  return order
}

function toOnlyLines(only: OrderRequest['only']): OnlyLine[] | null {
  if (!only) return null
  const { variantId: variant, quantity, choices = [] } = only
  return [{ variant, quantity, makings: [{ choices: [...choices], quantity }] }]
}

/** Returns the orders of a customer that may be open, and the one that this cause has created. */
export async function findEarlierOrders(tx: Tx, customerId: number, once: string | null = null): Promise<Order[]> {
  const rows = await tx.query(earlierSql, { customerId, once })
  return rows.map(row => tx.em.map(Order, row))
}

/** Refuses one open order too many of a locked customer. */
export function refuseTooManyOrders(orders: Order[], now: Date): void {
  if (orders.filter(order => order.isOpenAt(now)).length < openOrdersMax) return
  throw new Refusal(
    { code: 'too_many_open_orders', max: openOrdersMax },
    `Pay or cancel one of your ${openOrdersMax} open orders first`,
  )
}

/** Refuses an empty cart, and unavailable goods. */
export function refuseUnavailable(lines: CartRow[]): void {
  if (lines.length === 0) throw refuseField('cart', 'is empty', 'empty')
  // Unavailable goods are refused before anything is written. Goods that sell out later are refused when they cannot be
  // reserved.
  const gone = lines.filter(line => !line.is_shown || (line.available !== null && line.available < line.quantity))
  if (gone.length > 0) throw refuseShortage(gone.map(line => formatGoodsName(line.product_name, line.variant_name)))
}

function computeTotal(lines: PricedLine[], input: OrderRequest, orderMin: number): number {
  const total = lines.reduce((sum, { item }) => sum + item.price * item.quantity + item.surcharge, 0)
  if (input.expectedTotal !== undefined && input.expectedTotal !== total) {
    throw refuseChangedPrice(input.expectedTotal, total)
  }
  const min = Math.max(amountMin, orderMin)
  if (total < min)
    throw refuseField(
      'cart',
      `comes to at least ${formatRupiah(min)}`,
      { code: 'out_of_range', min },
      { reason: 'amount_out_of_range' },
    )
  return total
}

/** Returns the refusal for a price that differs from the agreed one. */
export function refuseChangedPrice(from: number, total: number): Refusal {
  const change = `from ${formatRupiah(from)} to ${formatRupiah(total)}`
  return new Refusal({ code: 'price_changed', total }, `The price changed ${change}`)
}

// The fee is the current one; a customer who saw another one is asked again.
function refuseOtherFee(goods: number, fee: number, { expectedFee = fee }: OrderRequest): void {
  if (fee !== expectedFee) throw refuseChangedPrice(goods + expectedFee, goods + fee)
}

/** Returns the refusal for unavailable goods, by name. */
export function refuseShortage(names: string[]): Refusal {
  return new Refusal({ code: 'out_of_stock', names }, `Out of stock: ${names.join(', ')}`)
}

type Answers = Record<RequiredDetail, string | null>

const lengthsMax: Record<RequiredDetail, number> = { note: 500, phone: 32, address: 500 }

/**
 * Returns the details that a customer must give: those that the goods and the shop require, and an address for a
 * delivery. A customer at a table needs no phone number.
 */
export function listRequiredDetails(
  goods: readonly { asks: readonly RequiredDetail[] }[],
  rules: Pick<ShopRules, 'asks'> | null,
  receiving: Handover | null,
): RequiredDetail[] {
  const unused: RequiredDetail[] =
    receiving === 'dine_in' ? ['phone', 'address'] : receiving === 'pickup' ? ['address'] : []
  const asked = [...goods, { asks: rules?.asks ?? [] }, { asks: receiving === 'delivery' ? ['address'] : [] }]
  return requiredDetailNames.filter(field => !unused.includes(field) && asked.some(({ asks }) => asks.includes(field)))
}

// A phone number or an address that was not required is not stored with the order.
function collectAnswers(needed: RequiredDetail[], customer: Customer, input: OrderRequest): Answers {
  const known: Answers = { note: null, phone: customer.phone, address: customer.address }
  const answers: Answers = { note: null, phone: null, address: null }
  const missing: FieldError[] = []
  for (const field of requiredDetailNames) {
    const given = readAnswer(field, input[field])
    answers[field] = given ?? (needed.includes(field) ? known[field] : null)
    if (given && given.length > lengthsMax[field]) {
      missing.push({
        path: field,
        error: `has ${lengthsMax[field]} characters at most`,
        code: 'too_long',
        max: lengthsMax[field],
      })
    } else if (given && field === 'phone' && !isPhone(given)) {
      missing.push({ path: field, error: 'is a phone number: 0812-3456-7890', code: 'not_a_phone' })
    } else if (needed.includes(field) && !answers[field]) {
      missing.push({ path: field, error: 'is needed for these goods', code: 'missing' })
    }
  }
  if (missing.length === 0) return answers
  throw refuseFields(missing)
}

/** An order of a locked customer. */
export interface OrderDraft extends Owner {
  customer: Customer
  /** The customer's name on the order; by default the stored one. */
  customerName?: string | undefined
  /** The total in whole rupiah, after the discount. */
  total: number
  discount: number
  once: string | undefined
  emptiesCart: boolean
  told: Answers
  planned: ReceivingPlan
  door: Order['door']
  /** Whether goods may be missing because the customer already has them. */
  mayBeShort?: boolean
}

/**
 * Writes an order with its items, reserves its goods and announces it. Refuses `out_of_stock`, unless it may be short:
 * then the order's payment marks the missing items.
 */
export async function writeOrder(
  app: PlaceNeeds,
  tx: Tx,
  draft: OrderDraft,
  lines: PricedLine[],
): Promise<{ order: Order; items: OrderItem[] }> {
  const order = await insertOrder(app, tx, draft, lines)
  const items = await readItems(tx, [order])
  const short = await holdStock(tx, items)
  if (short.length > 0 && !draft.mayBeShort) throw refuseShortage(short.map(item => item.name()))
  for (const item of short) item.stockState = 'free'
  if (short.length > 0) await tx.em.flush()
  const now = app.now()
  await announceOrdered(app, tx, items, now)
  const { accountId, orderNumber } = order
  const payload = { ...makeOrderPayload(order) }
  await announceFacts(app, tx, [{ accountId, type: 'order.placed', subject: orderNumber, payload, createdAt: now }])
  return { order, items }
}

const numberTriesMax = 5

async function insertOrder(app: PlaceNeeds, tx: Tx, draft: OrderDraft, priced: PricedLine[]): Promise<Order> {
  const now = app.now()
  const day = app.calendar.formatDay(now).slice(2).replaceAll('-', '')
  const { customer, told, planned } = draft
  const lines = priced.map(({ item }) => item)
  const makings = priced.flatMap(line => line.makings)
  for (let attempt = 1; attempt <= numberTriesMax; attempt++) {
    const order = {
      account_id: draft.accountId,
      mode: draft.mode,
      order_number: `ORD-${day}-${generateCrockford(6)}`,
      token: generateToken(),
      customer_id: customer.id,
      once: draft.once ?? null,
      total: draft.total,
      discount: draft.discount,
      door: draft.door,
      customer_name: draft.customerName ?? customer.name,
      customer_phone: told.phone,
      address: told.address,
      note: told.note,
      receiving: planned.receiving,
      delivery_zone: planned.deliveryZone,
      table_number: planned.tableNumber,
      delivery_fee: planned.deliveryFee,
      held_until: new Date(now.getTime() + holdPeriodS * 1000),
      created_at: now,
    }
    const [row] = await tx.query(placeSql, { order, lines, makings, emptiesCart: draft.emptiesCart })
    if (row) return tx.em.map(Order, row)
  }
  throw new Error('Bug: no order number was free')
}
