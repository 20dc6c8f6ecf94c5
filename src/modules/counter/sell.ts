import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { amountMin } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import { lockOrder } from '../../orders/order-goods.ts'
import { sellOrder } from '../../orders/pay-orders.ts'
import {
  earlierOrders,
  lockCustomer,
  refuseGone,
  refusePrice,
  refuseTooMany,
  writeOrder,
} from '../../orders/place-order.ts'
import { type CartRow, cartLinesSql, type OnlyLine } from '../../orders/place-order-sql.ts'
import { type PricedLine, priceLine } from '../../orders/price-line.ts'
import { requestPayment } from '../../orders/request-payment.ts'
import { Cashier } from './cashier.ts'
import { CounterRules } from './counter-rules.ts'
import { CounterSale, type SaleMethod } from './counter-sale.ts'
import type { Device } from './device.ts'
import { deviceCustomer } from './device-customer.ts'
import { freeVariant } from './free-variant.ts'
import { Shift } from './shift.ts'

export interface Selling {
  /** Drawn by the page for this sale: the same key sells once, however often it is sent. */
  key: string
  lines: readonly { variant: string; quantity: number; choices: readonly string[] }[]
  /** An amount that was typed, in whole rupiah; 0 for none. */
  free: number
  /** Taken off, in whole rupiah. */
  discount: number
  note?: string | undefined
  method: SaleMethod
  /** The cash that the customer gave; unset: the exact sum. */
  cashGiven?: number | undefined
  /** The total that the page showed, in whole rupiah. Prices are the server's. */
  expectedTotal: number
}

type At = Pick<Device, 'id' | 'accountId' | 'cashier' | 'customer'>
type SellNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'calendar' | 'edition' | 'connectors' | 'reactions' | 'wake'
>

/**
 * Sells over the counter in the open shift of the signed-in cashier. A cash sale is paid at once and has no payment; a
 * sale by code waits for the money of a payment.
 *
 * Refuses `unauthorized` without a cashier, `refused_transition` without a shift, `invalid_request` (`cart`,
 * `discount`, `free`, `cash`, `note`), `out_of_stock`, `price_changed`, `too_many_open_orders`, and what
 * `requestPayment` refuses.
 */
export async function sell(app: SellNeeds, standing: Standing, device: At, asked: Selling): Promise<Order> {
  checkAmounts(asked)
  const order = await app.transaction(standing, tx => place(app, tx, { standing, device, asked }))
  if (order.status !== 'pending') return order
  await requestPayment(app, standing, { customerId: order.customerId, token: order.token })
  return app.em(standing).findOneOrFail(Order, { id: order.id }, { refresh: true })
}

const linesMax = 100
const quantityMax = 99
const freeMax = 1_000_000_000
const noteMax = 500

function checkAmounts({ lines, free, discount, note }: Selling): void {
  if (lines.length > linesMax)
    throw refuseField('cart', `has ${linesMax} lines at most`, { code: 'too_many', max: linesMax })
  for (const { quantity } of lines) checkNumber('cart', quantity, 1, quantityMax)
  checkNumber('free', free, 0, freeMax)
  checkNumber('discount', discount, 0, freeMax)
  if (note && note.length > noteMax)
    throw refuseField('note', `has ${noteMax} characters at most`, { code: 'too_long', max: noteMax })
}

function checkNumber(path: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return
  throw refuseField(path, `is a whole number from ${min} to ${max}`, { code: 'out_of_range', min, max })
}

interface Sale {
  standing: Standing
  device: At
  asked: Selling
}

async function place(app: SellNeeds, tx: Tx, { standing, device, asked }: Sale): Promise<Order> {
  const now = app.now()
  const { accountId, mode } = standing
  const customerId = await deviceCustomer(tx, device.id, now)
  const customer = await lockCustomer(tx, accountId, customerId)
  const once = onceOf(asked.key)
  const earlier = await earlierOrders(tx, customerId, once)
  const same = earlier.find(order => order.once === once)
  if (same) return same
  refuseTooMany(earlier, now)
  const shift = await openShiftOf(tx, device)
  const priced = await pricedLines(tx, { standing, asked, customerId, now })
  const { total, discount } = await totalOf(tx, accountId, priced, asked)
  const nowhere = { receiving: null, deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  const told = { note: asked.note?.trim() || null, phone: null, address: null }
  const cashier = await tx.em.findOneOrFail(Cashier, shift.cashier.id)
  // Customers at a counter give no name.
  const customerName = `Kasir · ${cashier.name}`
  const draft = {
    accountId,
    mode,
    customer,
    customerName,
    total,
    discount,
    once,
    emptiesCart: false,
    told,
    planned: nowhere,
  }
  const { order } = await writeOrder(app, tx, { ...draft, door: 'counter' }, priced)
  const cashGiven = asked.method === 'cash' ? cashOf(asked, total) : null
  await tx.em.insert(CounterSale, {
    order: order.id,
    account: accountId,
    mode,
    device: device.id,
    cashier: shift.cashier.id,
    shift: shift.id,
    method: asked.method,
    total,
    cashGiven,
    createdAt: now,
  })
  return asked.method === 'cash' ? payInCash(app, tx, order, now) : order
}

export const onceOf = (key: string) => `counter ${key}`

// Closing takes the conflicting lock, so no sale follows the sum.
async function openShiftOf({ em }: Tx, { id, cashier }: At): Promise<Shift> {
  if (!cashier) throw new Refusal('unauthorized', 'No cashier is signed in')
  const mine = { device: id, closedAt: null, cashier: cashier.id }
  const shift = await em.findOne(Shift, mine, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!shift) throw new Refusal('refused_transition', 'Open a shift first')
  return shift
}

interface Wanted {
  standing: Standing
  asked: Selling
  customerId: number
  now: Date
}

async function pricedLines(tx: Tx, { standing, asked, customerId, now }: Wanted): Promise<PricedLine[]> {
  const { accountId, mode } = standing
  const only = mergedLines(asked.lines)
  const free = asked.free > 0 ? await freeVariant(tx, accountId, now) : null
  const wanted = free === null ? only : [...only, { variant: free, quantity: 1, makings: [] }]
  const rows = await tx.query(cartLinesSql, { customerId, only: wanted, accountId, mode })
  const catalogued = rows.slice(0, free === null ? rows.length : -1)
  if (free === null || only.length > 0) refuseUnfit(catalogued, only.length)
  const priced = catalogued.map(priceLine)
  const typed = free === null ? [] : [priceLine({ ...rows.at(-1)!, price: asked.free, groups: [] })]
  return [...priced, ...typed]
}

/** One line for each variant, since an order has one. */
function mergedLines(lines: Selling['lines']): OnlyLine[] {
  const merged = new Map<string, OnlyLine>()
  for (const { variant, quantity, choices } of lines) {
    const line = merged.get(variant) ?? { variant, quantity: 0, makings: [] }
    line.quantity += quantity
    line.makings.push({ choices: [...choices], quantity })
    merged.set(variant, line)
  }
  for (const { quantity } of merged.values()) checkNumber('cart', quantity, 1, quantityMax)
  return [...merged.values()]
}

function refuseUnfit(rows: CartRow[], asked: number): void {
  refuseGone(rows)
  if (rows.length < asked) throw refuseField('cart', 'names a thing that is not sold here', 'not_found')
  if (rows.some(row => row.stock_mode !== 'counter' && row.stock_mode !== 'unlimited'))
    throw refuseField('cart', 'has goods that a machine hands over in a chat', 'not_allowed')
}

async function totalOf({ em }: Tx, accountId: number, priced: PricedLine[], asked: Selling) {
  const goods = priced.reduce((sum, { item }) => sum + item.price * item.quantity + item.surcharge, 0)
  const rules = await em.findOne(CounterRules, { account: accountId })
  const max = Math.floor((goods * (rules?.discountMaxPercent ?? 0)) / 100)
  checkNumber('discount', asked.discount, 0, max)
  const total = goods - asked.discount
  if (total !== asked.expectedTotal) throw refusePrice(asked.expectedTotal, total)
  const min = asked.method === 'cash' ? 1 : amountMin
  if (total < min)
    throw refuseField(
      'cart',
      `comes to at least ${min}`,
      { code: 'out_of_range', min },
      { reason: 'amount_out_of_range' },
    )
  return { total, discount: asked.discount }
}

function cashOf({ cashGiven }: Selling, total: number): number {
  const given = cashGiven ?? total
  checkNumber('cash', given, total, freeMax)
  return given
}

async function payInCash(app: SellNeeds, tx: Tx, { id, total }: Order, now: Date): Promise<Order> {
  await tx.em.nativeUpdate(Order, { id, status: 'pending' }, { paidVia: 'cash' })
  const order = await lockOrder(tx, id)
  const receipt = { invoiceId: null, paidAt: now.toISOString(), paidAmount: total, paidLate: false, createdAt: now }
  await sellOrder(tx, app, order, receipt)
  return order
}
