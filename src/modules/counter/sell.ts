import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import type { Standing } from '../../keys/standing.ts'
import { isPhone, readAnswer } from '../../lib/phone.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import { amountMin } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { Order, quantityMax } from '../../orders/order.ts'
import { findEarlierOrders, lockCustomer, refuseChangedPrice, refuseTooManyOrders } from '../../orders/place-order.ts'
import type { PricedLine } from '../../orders/price-line.ts'
import { requestPayment } from '../../orders/request-payment.ts'
import { CounterRules } from './counter-rules.ts'
import type { SaleMethod } from './counter-sale.ts'
import type { Device } from './device.ts'
import { findOrCreateDeviceCustomer } from './device-customer.ts'
import { OfflineSale } from './offline/offline-sale.ts'
import { checkNumber, priceSale, type SaleLine } from './price-sale.ts'
import { Shift } from './shift.ts'
import type { BillVersion } from './tables/bill-content.ts'
import { closeBill } from './tables/close-bill.ts'
import { planSaleTickets } from './tables/plan-tickets.ts'
import { writeSale } from './write-sale.ts'

export interface SaleInput {
  /** A random key from the page: the same key sells once, however often it is sent. */
  key: string
  lines: readonly SaleLine[]
  /** A typed amount, in whole rupiah; 0 for none. */
  free: number
  /** The discount in whole rupiah. */
  discount: number
  note?: string | undefined
  /** The customer's phone number, by which the sale is filed on their card. */
  phone?: string | undefined
  /** The customer's name, if they gave a number; by default the number. */
  customerName?: string | undefined
  /** The open bill that is paid. */
  bill?: BillVersion | undefined
  method: SaleMethod
  /** The cash that the customer gave; by default the exact sum. */
  cashGiven?: number | undefined
  /** The total that the page showed, in whole rupiah, compared with the server's. */
  expectedTotal: number
}

type At = Pick<Device, 'id' | 'accountId' | 'cashier' | 'customer'>
type SellNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'calendar' | 'edition' | 'connectors' | 'reactions' | 'wake'
>

/**
 * Sells at the counter in the signed-in cashier's open shift. A cash sale is paid immediately and has no payment; a
 * sale by code waits for the money of a payment.
 *
 * Refuses `unauthorized` without a cashier, `refused_transition` without a shift and for a bill that another device has
 * changed, `invalid_request` (`cart`, `discount`, `free`, `cash`, `note`, `phone`), `out_of_stock`, `price_changed`,
 * `too_many_open_orders`, and as `requestPayment` does.
 */
export async function sellGoods(app: SellNeeds, standing: Standing, device: At, request: SaleInput): Promise<Order> {
  checkCart(request)
  checkNumber('discount', request.discount, 0, freeMax)
  const order = await app.transaction(standing, tx => placeSale(app, tx, { standing, device, request }))
  if (order.status !== 'pending') return order
  await requestPayment(app, standing, { customerId: order.customerId, token: order.token })
  return app.em(standing).findOneOrFail(Order, { id: order.id }, { refresh: true })
}

const linesMax = 100
const freeMax = 1_000_000_000
const noteMax = 500
const phoneMax = 32
const customerNameMax = 60

/** Checks the goods, the typed amount and the note of a sale or an open bill. Refuses `invalid_request` for each. */
export function checkCart({
  lines,
  free,
  note,
}: Pick<SaleInput, 'free' | 'note'> & { lines: readonly Pick<SaleLine, 'quantity'>[] }): void {
  if (lines.length > linesMax)
    throw refuseField('cart', `has ${linesMax} lines at most`, { code: 'too_many', max: linesMax })
  for (const { quantity } of lines) checkNumber('cart', quantity, 1, quantityMax)
  checkNumber('free', free, 0, freeMax)
  if (note && note.length > noteMax)
    throw refuseField('note', `has ${noteMax} characters at most`, { code: 'too_long', max: noteMax })
}

interface Sale {
  standing: Standing
  device: At
  request: SaleInput
}

async function placeSale(app: SellNeeds, tx: Tx, { standing, device, request }: Sale): Promise<Order> {
  const now = app.now()
  const { accountId } = standing
  const customerId = await findOrCreateDeviceCustomer(tx, device.id, now)
  const customer = await lockCustomer(tx, accountId, customerId)
  const once = makeSaleOnceKey(request.key)
  const earlier = await findEarlierOrders(tx, customerId, once)
  const same = earlier.find(order => order.once === once)
  if (same) return same
  if ((await tx.em.count(OfflineSale, { device: device.id, key: request.key })) > 0)
    throw new Refusal('refused_transition', 'The sale was sent as one without a network')
  refuseTooManyOrders(earlier, now)
  const shift = await lockOpenShift(tx, device)
  const { lines, free, method } = request
  const priced = await priceSale(tx, { standing, lines, free, customerId, now })
  const { total, discount } = await checkTotal(tx, accountId, priced, request)
  const bill = request.bill ? await closeBill(tx, request.bill, now) : null
  const phone = readCustomerPhone(request)
  const order = await writeSale(app, tx, {
    standing,
    deviceId: device.id,
    customer,
    shift,
    priced,
    total,
    discount,
    once,
    note: request.note?.trim() || null,
    phone,
    customerName: phone && (request.customerName?.trim().slice(0, customerNameMax) || phone),
    tableNumber: bill?.tableNumber ?? null,
    method,
    cashGiven: method === 'cash' ? checkCash(request, total) : null,
  })
  if (bill) await bill.becomes(order.id)
  if (method === 'cash') await planSaleTickets(tx, order.id, now)
  return order
}

export const makeSaleOnceKey = (key: string) => `counter ${key}`

// Closing takes the conflicting lock, so no sale can follow the sum.
async function lockOpenShift({ em }: Tx, { id, cashier }: At): Promise<Shift> {
  if (!cashier) throw new Refusal('unauthorized', 'No cashier is signed in')
  const mine = { device: id, closedAt: null, cashier: cashier.id }
  const shift = await em.findOne(Shift, mine, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!shift) throw new Refusal('refused_transition', 'Open a shift first')
  return shift
}

async function checkTotal({ em }: Tx, accountId: number, priced: PricedLine[], request: SaleInput) {
  const goods = sumGoods(priced)
  const rules = await em.findOne(CounterRules, { account: accountId })
  checkNumber('discount', request.discount, 0, computeDiscountMax(goods, rules))
  const total = goods - request.discount
  if (total !== request.expectedTotal) throw refuseChangedPrice(request.expectedTotal, total)
  const min = request.method === 'cash' ? 1 : amountMin
  if (total < min)
    throw refuseField(
      'cart',
      `comes to at least ${min}`,
      { code: 'out_of_range', min },
      { reason: 'amount_out_of_range' },
    )
  return { total, discount: request.discount }
}

export function sumGoods(lines: PricedLine[]): number {
  return lines.reduce((sum, { item }) => sum + item.price * item.quantity + item.surcharge, 0)
}

/** Returns the largest discount that a cashier may give on goods of this price, in whole rupiah. */
export function computeDiscountMax(goods: number, rules: Pick<CounterRules, 'discountMaxPercent'> | null): number {
  return Math.floor((goods * (rules?.discountMaxPercent ?? 0)) / 100)
}

function checkCash({ cashGiven }: SaleInput, total: number): number {
  const given = cashGiven ?? total
  checkNumber('cash', given, total, freeMax)
  return given
}

/** Reads the phone number of a customer. Refuses `invalid_request` for another text. */
export function readCustomerPhone({ phone }: { phone?: string | undefined }): string | null {
  const read = readAnswer('phone', phone)
  if (!read) return null
  if (read.length <= phoneMax && isPhone(read)) return read
  throw refuseField('phone', 'is a phone number: 0812-3456-7890', 'not_a_phone')
}
