import { expect } from 'vitest'
import { makeZoneId } from '../../src/catalog/delivery-zones.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { newCustomer } from '../orders/store.ts'
import type { Line, Way } from './act.ts'
import type { Details, Handing, ModelOrder } from './model-types.ts'
import { useCoupon } from './of-modules.ts'
import { expectCode, expectOutcome, expectRefusal, type Performers, pick, press, type Scene } from './scene.ts'
import { goodsNames } from './world.ts'

type OfOrders = 'order' | 'ask' | 'move' | 'undo' | 'leave'

/** The most characters of a merchant's note to a customer. */
const noteMax = 500

export function performOrders(scene: Scene): Performers<OfOrders> {
  return { ...performPurchases(scene), ...performSteps(scene) }
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
      const phone = phoneOf(scene, person, { lines, handing })
      const order = { number: orderNumber, token, customerId, person, phone, note, handing }
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
  if (handing?.way !== 'dine_in') return null
  const table = handing.table ?? 0
  return table >= 1 && table <= model.world.rules.tables ? null : 'table'
}

/** Returns the phone number of an order: lattes and services ask for one, except at a table. */
function phoneOf({ model }: Scene, person: number, order: { lines: Line[]; handing: Handing | null }): string | null {
  const isAsked = order.handing?.way !== 'dine_in' && order.lines.some(({ goods }) => /latte|cut/.test(goods))
  return isAsked ? model.world.people[person]!.phone : null
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
  for (const { goods, quantity, choices } of lines) {
    const variantId = variantOf(stall, model.world.goods[goods])
    await fillCart(shop.app, stall.standing, customerId, { variantId, quantity, choices })
  }
  const isHanded = lines.some(({ goods }) => model.world.goods[goods].weight !== null)
  const wishes = { ...(isHanded && how), ...(note !== null && { note }) }
  const input = { once: `order ${model.orders.length} ${model.now}`, ...wishes }
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
  expectCode(amount, payment.finalAmount)
  expect(payment.paymentMethod).toBe('qris')
  const { invoiceId, finalAmount } = payment
  model.waitForPayment(asked, { invoiceId, method: 'qris', amount, finalAmount }, describe(model, asked))
}

/** Returns the texts of the payment of an order; null for a sale at the counter. */
function describe({ world }: Scene['model'], { number, person, phone, lines }: ModelOrder): Details | null {
  if (person === null) return null
  // Goods that are put in a cart at the same time are in the order of the catalog.
  const inOrder = goodsNames.flatMap(name => lines.find(({ goods }) => goods === name) ?? [])
  const labels = inOrder.map(({ goods, quantity }) => world.goods[goods].name + (quantity > 1 ? ` × ${quantity}` : ''))
  const none = { customer_email: null, reference: null, metadata: {} }
  const description = `${labels.join(', ')} (${number})`
  return { description, customer_name: world.people[person]!.name, customer_phone: phone, ...none }
}

function performSteps({ shop, stall, model }: Scene): Performers<'move' | 'undo' | 'leave'> {
  return {
    async move({ order: number, to: status, noteLength }) {
      const moved = pick(model.orders, number)
      if (!moved) return
      const note = noteLength === 0 ? undefined : 'x'.repeat(noteLength)
      const step = { orderNumber: moved.number, status, notify: true, note }
      const isLong = noteLength > noteMax
      const why = isLong ? 'invalid_request' : model.move(moved, status)
      await expectOutcome(updateOrderStatus(shop.app, stall.standing, step), why, isLong ? 'note' : undefined)
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
