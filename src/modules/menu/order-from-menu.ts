import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { isPhone } from '../../lib/phone.ts'
import { toPlainName } from '../../lib/plain-text.ts'
import { Refusal, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { cancelWithPayment } from '../../orders/cancel-order.ts'
import { replaceCart, type UnitsRequest } from '../../orders/cart/replace-cart.ts'
import { listSlots } from '../../orders/choose-receiving.ts'
import { computeGuestShare, guestTurns } from '../../orders/guest-share.ts'
import { Order } from '../../orders/order.ts'
import { type OrderRequest, placeOrderIn } from '../../orders/place-order.ts'
import { findAddressProblem } from '../../orders/receiving/address-problem.ts'
import { findOpenOrders, lockMenuPage, refuseGuestHold, selectOrdersAtAddress } from './guest-holds.ts'
import { hashGuest } from './menu-guest.ts'
import { type Guest, registerGuest } from './register-guest.ts'

/** An order as a guest requests it. */
export interface MenuOrder extends Pick<OrderRequest, 'note' | 'phone' | 'address' | 'receiving' | 'zone' | 'table'> {
  units: readonly UnitsRequest[]
  /** A time slot offered by the shop. */
  slotAt?: Date | undefined
  /** The price of the goods that the guest saw. */
  expectedTotal: number
  /** The delivery fee that the guest saw. */
  expectedFee?: number | undefined
  /** The key of the form: sent twice, it creates one order. */
  once: string
}

type MenuNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>

/** How long goods are reserved for an order before it has a payment, in seconds. */
export const menuHoldS = 60
/**
 * The maximum number of a menu page's orders that reserve goods or wait for money. A guest whose address has none open
 * may exceed `page`, up to `everybody`; otherwise a few strangers could block the page for everyone else.
 */
export const openOrdersMax = { page: 90, address: computeGuestShare(90), everybody: 300 } as const

/**
 * Places an order of a guest without a chat, like an order of a cart in the chat. All or nothing: goods are reserved
 * for `menuHoldS` seconds, in which `payMenuOrder` requests a payment. A browser has one open order: an unpaid one is
 * cancelled once the new one is placed. An address may have a third of the open orders and of each stock. It may
 * reserve goods that are nearly sold out once an hour without paying.
 *
 * Refuses as `placeOrder` does, `invalid_request` for `name`, `phone`, `address`, `slot`, `cart` or `quantity`,
 * `rate_limited` with too many open orders of this page or address, and `not_found` once the page was closed.
 */
export async function orderFromMenu(app: MenuNeeds, typed: Guest, menuOrder: MenuOrder): Promise<Order> {
  const guest = { ...typed, name: toPlainName(typed.name) }
  const { accountId, mode } = guest
  checkGuest(guest, menuOrder)
  const page = `menu ${accountId} ${mode}`
  const { order, replaced } = await guestTurns(page, guest.address, () => placeInTurn(app, guest, menuOrder))
  for (const { id } of replaced) await replaceOrder(app, { id, accountId, mode })
  return order
}

/** Returns the stored form of an order's form key. */
export function makeMenuOnceKey({ once }: Pick<MenuOrder, 'once'>): string {
  return `menu:${once}`
}

function placeInTurn(app: MenuNeeds, guest: Guest, menuOrder: MenuOrder): Promise<{ order: Order; replaced: Order[] }> {
  const { accountId, mode } = guest
  return app.transaction({ accountId, mode }, async tx => {
    await lockMenuPage(tx, guest)
    const customerId = await registerGuest(app, tx, guest)
    const once = makeMenuOnceKey(menuOrder)
    const same = await tx.em.findOne(Order, { customer: customerId, once })
    if (same) return { order: same, replaced: [] }
    const open = await findOpenOrders(tx, app.now())
    const replaced = open.filter(({ customer }) => customer.id === customerId)
    const address = hashGuest(guest.address)
    const others = open.filter(({ customer }) => customer.id !== customerId)
    const fromHere = await selectOrdersAtAddress(tx, others, address)
    refuseFlood(others, fromHere)
    const order = await placeCart(app, tx, { ...menuOrder, accountId, mode, customerId, once })
    await refuseGuestHold(app, tx, order, { address, fromHere, replaced })
    return { order, replaced }
  })
}

// If its money arrives at this moment, it becomes a separate order.
async function replaceOrder(app: MenuNeeds, order: Pick<Order, 'id' | 'accountId' | 'mode'>): Promise<void> {
  const refuse = () => new Refusal('already_paid', 'The order is paid')
  try {
    await cancelWithPayment(app, order, { by: 'customer', notify: false, refuse })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function placeCart(
  app: MenuNeeds,
  tx: Tx,
  request: MenuOrder & { accountId: number; mode: Mode; customerId: number },
): Promise<Order> {
  const { accountId, mode, customerId, units, slotAt = null, ...placing } = request
  const now = app.now()
  if (slotAt !== null) await checkSlot(app, tx, { accountId, slotAt })
  await replaceCart(tx, { accountId, customerId, addedAt: now }, units)
  const order = await placeOrderIn(app, tx, { standing: { accountId, mode }, customerId, asked: placing, door: 'menu' })
  const heldUntil = new Date(now.getTime() + menuHoldS * 1000)
  await tx.em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { heldUntil, slotAt })
  return Object.assign(order, { heldUntil, slotAt })
}

async function checkSlot(
  app: MenuNeeds,
  { em }: Tx,
  { accountId, slotAt }: { accountId: number; slotAt: Date },
): Promise<void> {
  const rules = await em.findOne(ShopRules, { account: accountId })
  if (listSlots(app, rules).some(slot => slot.getTime() === slotAt.getTime())) return
  throw refuseField('slot', 'is none of the next slots', 'not_found')
}

const nameMax = 100

/** Checks that a guest can be reached: by phone, unless they sit at a table, and at an address for a delivery. */
function checkGuest({ name }: Guest, { phone = '', address = '', receiving }: MenuOrder): void {
  const wrong: FieldError[] = []
  const { length } = name
  if (length === 0) wrong.push({ path: 'name', error: 'is required', code: 'missing' })
  if (length > nameMax) {
    wrong.push({ path: 'name', error: `has ${nameMax} characters at most`, code: 'too_long', max: nameMax })
  }
  if (phone.trim() === '' && receiving !== 'dine_in') {
    wrong.push({ path: 'phone', error: 'is required', code: 'missing' })
  } else if (phone.trim() !== '' && !isPhone(phone)) {
    wrong.push({ path: 'phone', error: 'is a phone number: 0812-3456-7890', code: 'not_a_phone' })
  }
  if (address.trim() === '' && receiving === 'delivery') {
    wrong.push({ path: 'address', error: 'is required', code: 'missing' })
  } else if (receiving === 'delivery' && findAddressProblem(address) === 'unusable') {
    wrong.push({ path: 'address', error: 'has at least 10 characters and a word', code: 'malformed' })
  }
  if (wrong.length > 0) throw refuseFields(wrong)
}

const retryAfterS = 120

// A browser without cookies counts as a new guest, so a limit per browser would not suffice.
function refuseFlood(open: Order[], fromHere: Order[]): void {
  const places = fromHere.length === 0 ? openOrdersMax.everybody : openOrdersMax.page
  if (open.length < places && fromHere.length < openOrdersMax.address) return
  throw new Refusal('rate_limited', 'Too many orders of this menu wait for their money', { retryAfterS })
}
