import { expect } from 'vitest'
import { makeZoneId } from '../../src/catalog/delivery-zones.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { chooseReceiving } from '../../src/orders/choose-receiving.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import { receiveOrder } from '../../src/orders/shipping/receive-order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { newCustomer } from '../orders/store.ts'
import type { Line, Way } from './act.ts'
import { type Details, type Handing, isOnItsWay, type ModelOrder } from './model-types.ts'
import { useCoupon } from './of-modules.ts'
import { expectCode, expectOutcome, expectRefusal, type Performers, pick, press, type Scene } from './scene.ts'
import { summarize } from './view-orders.ts'

type OfOrders = 'order' | 'ask' | 'move' | 'undo' | 'leave' | 'ship' | 'arrive' | 'edit' | 'rate'

/** The most characters of a merchant's note to a customer. */
const noteMax = 500

export function performOrders(scene: Scene): Performers<OfOrders> {
  return { ...performPurchases(scene), ...performSteps(scene), ...performParcels(scene), ...performWishes(scene) }
}

function performPurchases(scene: Scene): Performers<'order' | 'ask'> {
  const { shop, stall, model } = scene
  const customers = new Map<number, number>()
  return {
    async order({ person: number, lines, hasCoupon, asks, noteLength, ...how }) {
      const person = number % model.world.people.length
      const customerId = customers.get(person) ?? (await meet(scene, person))
      customers.set(person, customerId)
      const note = noteLength === 0 ? null : 'c'.repeat(noteLength)
      const handing = model.handOver(lines, how)
      const placing = place(scene, customerId, lines, { note, ...requestWay(scene, how) })
      const why = model.refuses({ person, lines })
      const path = findProblem(scene, noteLength, handing)
      if (why || path) {
        await (why ? expectRefusal(placing, why) : expectRefusal(placing, 'invalid_request', path!))
        return void (await fillCart(shop.app, stall.standing, customerId, null))
      }
      const { token, orderNumber, total } = await placing
      expect(total, 'the total of a new order').toBe(model.priceOf(lines) + (handing?.fee ?? 0))
      const contact = contactOf(scene, person, { lines, handing })
      const order = { number: orderNumber, token, customerId, person, ...contact, note, handing }
      const placed = model.placeOrder(order, { lines })
      if (hasCoupon) await enterCoupon(scene, placed)
      if (asks) await requestCode(scene, placed)
    },
    async ask({ order: number }) {
      const asked = pick(model.orders, number)
      if (!asked) return
      if (asked.status === 'waiting_payment') {
        const { payment } = await requestPayment(shop.app, stall.standing, asked)
        return expect(payment.invoiceId).toBe(asked.payments.at(-1)!.invoiceId)
      }
      const why = model.refusesCode(asked)
      if (why) await expectRefusal(requestPayment(shop.app, stall.standing, asked), why)
      else await requestCode(scene, asked)
    },
  }
}

async function enterCoupon({ shop, stall, model }: Scene, placed: ModelOrder): Promise<void> {
  const { customerId, token } = placed
  const isRefused = model.refusesCoupon(placed)
  const owner = { ...stall.standing, customerId }
  const entry = { token, code: model.world.coupon.code }
  const using = press(
    () => useCoupon(shop.app, owner, entry),
    () => null,
  )
  await expectOutcome(using, isRefused ? 'coupon' : null)
  if (!isRefused) model.useCoupon(placed)
}

/** Creates the customer for a person of the month. */
async function meet({ stall, model }: Scene, person: number): Promise<number> {
  const { name, phone, address } = model.world.people[person]!
  const customerId = await newCustomer(stall, name)
  await stall.app.sql.write('update customer set phone = $2, address = $3 where id = $1', [customerId, phone, address])
  return customerId
}

/** Returns the field of an order that is refused, or null. */
function findProblem({ model }: Scene, noteLength: number, handing: Handing | null): string | null {
  if (noteLength > noteMax) return 'note'
  return handing && model.isNoTable(handing) ? 'table' : null
}

/** Returns the contact of an order: a phone for lattes and services, but not at a table; an address for parcels. */
function contactOf({ model }: Scene, person: number, order: { lines: Line[]; handing: Handing | null }) {
  const { phone, address } = model.world.people[person]!
  const isAsked = order.handing?.way !== 'dine_in' && order.lines.some(({ goods }) => /latte|cut/.test(goods))
  return { phone: isAsked ? phone : null, address: order.handing?.way === 'delivery' ? address : null }
}

/** Returns how a customer wishes to receive goods, as a request says it. */
function requestWay({ model }: Scene, { way: receiving, zone, table }: Way) {
  const { zones } = model.world.rules
  return { receiving, zone: makeZoneId(zones[zone % zones.length]!), table }
}

/** Orders goods, by two presses at once. */
async function place(
  { shop, stall, model }: Scene,
  customerId: number,
  lines: Line[],
  { note, ...how }: { note: string | null } & ReturnType<typeof requestWay>,
) {
  const items = lines.map(({ goods, ...line }) => ({ variantId: variantOf(stall, model.world.goods[goods]), ...line }))
  // A single item may be ordered without the cart.
  const isDirect = items.length === 1 && model.orders.length % 2 === 0
  for (const item of isDirect ? [] : items) await fillCart(shop.app, stall.standing, customerId, item)
  const isHanded = lines.some(({ goods }) => model.world.goods[goods].weight !== null)
  const wishes = { ...(isHanded && how), ...(note !== null && { note }) }
  const input = {
    once: `order ${model.orders.length} ${model.now}`,
    ...wishes,
    ...(isDirect && { only: items[0]!, expectedTotal: model.priceOf(lines) }),
  }
  return press(
    () => placeOrder(shop.app, stall.standing, customerId, input),
    ({ orderNumber }) => orderNumber,
  )
}

/** Returns the public id of goods. */
export function variantOf({ variants }: Scene['stall'], { product, variant }: { product: string; variant: string }) {
  return variants[variant === 'only' ? product : `${product}/${variant}`]!
}

/** Requests the code of an order. */
async function requestCode({ shop, stall, model }: Scene, asked: ModelOrder): Promise<void> {
  const { payment } = await press(
    () => requestPayment(shop.app, stall.standing, asked),
    open => open.payment.invoiceId,
  )
  const amount = model.totalOf(asked)
  expect(payment.amount, 'the amount of an order').toBe(amount)
  expect(payment.paymentMethod).toBe('qris')
  const { invoiceId, finalAmount } = payment
  expectCode(model, { invoiceId, method: 'qris', amount, finalAmount })
  model.waitForPayment(asked, { invoiceId, method: 'qris', amount, finalAmount }, describe(model, asked))
}

/** Returns the texts of the payment of an order; null for a sale at the counter. */
function describe({ world }: Scene['model'], { number, person, phone, lines }: ModelOrder): Details | null {
  if (person === null) return null
  const none = { customer_email: null, reference: null, metadata: {} }
  const description = `${summarize(world, { lines, typed: 0 })} (${number})`
  return { description, customer_name: world.people[person]!.name, customer_phone: phone, ...none }
}

function performSteps({ shop, stall, model }: Scene): Performers<'move' | 'undo' | 'leave'> {
  return {
    async move({ order: number, to: status, noteLength }) {
      const underway = model.orders.filter(({ status }) => status === 'paid' || status === 'processing')
      const moved = pick(number % 3 > 0 && underway.length > 0 ? underway : model.orders, number)
      if (!moved) return
      const note = noteLength === 0 ? undefined : 'x'.repeat(noteLength)
      const step = { orderNumber: moved.number, status, notify: true, note }
      const isLong = noteLength > noteMax
      const before = moved.status
      const why = isLong ? 'invalid_request' : model.move(moved, status)
      await expectOutcome(updateOrderStatus(shop.app, stall.standing, step), why, isLong ? 'note' : undefined)
      if (status !== 'processing' && moved.status !== before) moved.isAnnotated = note !== undefined
    },
    async undo({ order: number }) {
      const recent = model.orders.filter(({ moved }) => moved !== null && model.now - moved.at <= 2)
      const undone = pick(recent.length > 0 ? recent : model.orders, number)
      if (!undone) return
      await expectOutcome(undoMove(shop.app, stall.standing.accountId, undone.number), model.undo(undone))
    },
    async leave({ order: number }) {
      const left = pick(model.orders, number)
      if (!left) return
      const leaving = press(
        () => cancelOrder(shop.app, stall.standing.accountId, left.customerId, left.token),
        order => order.status,
      )
      await expectOutcome(leaving, model.leave(left))
    },
  }
}

function performParcels({ shop, stall, model }: Scene): Performers<'ship' | 'arrive'> {
  const shippable = () =>
    model.orders.filter(({ status, handing }) => /paid|processing/.test(status) && handing?.way === 'delivery')
  return {
    async ship({ order: index, courier, number }) {
      const shipped = pick(index % 4 === 0 ? model.orders : shippable(), index)
      if (!shipped) return
      const tracking = number !== null && { tracking_number: ` ${number}` }
      const body = { order_number: shipped.number, courier, notify: true, ...tracking }
      const answer = await shop.api('/msgstore-ship', { body })
      const why = model.ship(shipped, courier, number)
      if (why) return expect(answer.body).toMatchObject({ code: why })
      const { order_number, status, tracking_number } = answer.body.order
      expect([order_number, status, tracking_number]).toEqual([shipped.number, 'processing', number])
    },
    async arrive({ order: index }) {
      const underway = model.orders.filter(isOnItsWay)
      const arrived = pick(index % 3 > 0 && underway.length > 0 ? underway : model.orders, index)
      if (!arrived) return
      const { customerId, token } = arrived
      const receiving = press(
        () => receiveOrder(shop.app, stall.standing.accountId, customerId, token),
        order => order.status,
      )
      await expectOutcome(receiving, model.receiveParcel(arrived))
    },
  }
}

/** Performs what customers change and say after their order. */
function performWishes(scene: Scene): Performers<'edit' | 'rate'> {
  const { shop, stall, model } = scene
  const { accountId, mode } = stall.standing
  const ofPeople = () => model.orders.filter(({ person }) => person !== null)
  return {
    async edit({ order: number, noteLength, ...how }) {
      const pending = ofPeople().filter(({ status }) => status === 'pending')
      const edited = pick(number % 4 > 0 && pending.length > 0 ? pending : ofPeople(), number)
      if (!edited) return
      const { customerId, token, address } = edited
      const owner = { accountId, mode, customerId }
      const note = 'n'.repeat(noteLength)
      const editing = editOrder(shop.app, owner, token, { note: ` ${note}` })
      const isLong = noteLength >= noteMax
      const why = isLong ? 'invalid_request' : model.edit(edited, note || null)
      await expectOutcome(editing, why, isLong ? 'note' : undefined)
      // A delivery needs an address.
      if (how.way === 'delivery' && address === null) return
      const { receiving, ...where } = requestWay(scene, how)
      const choosing = press(
        () => chooseReceiving(shop.app, owner, { token, receiving, ...where }),
        () => null,
      )
      await expectOutcome(choosing, model.chooseWay(edited, how))
    },
    async rate({ order: number, stars }) {
      const completed = ofPeople().filter(({ status }) => status === 'completed')
      const rated = pick(number % 4 > 0 && completed.length > 0 ? completed : ofPeople(), number)
      if (!rated) return
      const { customerId, token } = rated
      const rating = () => reviewOrder(shop.app, { accountId, mode, customerId }, { token, stars })
      if (stars < 1 || stars > 5) return expectRefusal(rating(), 'invalid_request', 'stars')
      if (rated.status !== 'completed') return expectRefusal(rating(), 'refused_transition')
      expect(await rating(), 'the outcome of a rating').toBe(model.rate(rated, stars))
    },
  }
}
