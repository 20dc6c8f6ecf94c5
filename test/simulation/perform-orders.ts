import { expect } from 'vitest'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { Variant } from '../../src/catalog/product.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { newCustomer } from '../orders/store.ts'
import type { Line } from './act.ts'
import type { ModelOrder } from './model.ts'
import { ownerOf, useCoupon } from './of-modules.ts'
import { expectCode, expectOutcome, expectRefusal, type Performers, pick, type Scene } from './scene.ts'

type OfOrders = 'order' | 'ask' | 'move' | 'leave' | 'restock' | 'toggle'

/** The most characters of a merchant's note to a customer. */
const noteMax = 500

export function performOrders(scene: Scene): Performers<OfOrders> {
  return { ...performPurchases(scene), ...performSteps(scene), ...performStock(scene) }
}

function performPurchases(scene: Scene): Performers<'order' | 'ask'> {
  const { shop, stall, model } = scene
  const customers = new Map<number, number>()
  return {
    async order({ person: number, lines, hasCoupon }) {
      const person = number % model.world.people.length
      const customerId = customers.get(person) ?? (await meet(scene, person))
      customers.set(person, customerId)
      const why = model.refuses({ person, lines })
      const placing = place(scene, customerId, lines)
      if (why) {
        await expectRefusal(placing, why)
        return void (await fillCart(shop.app, stall.standing, customerId, null))
      }
      const { token, orderNumber, total } = await placing
      expect(total, 'the total of a new order').toBe(model.priceOf(lines))
      const placed = model.placeOrder({ number: orderNumber, token, customerId, person }, { lines })
      if (hasCoupon) {
        const { code } = model.world.coupon
        const using = useCoupon(shop.app, { ...stall.standing, customerId }, { token, code })
        const isRefused = model.refusesCoupon(placed)
        await expectOutcome(using, isRefused ? 'coupon' : null)
        if (!isRefused) model.useCoupon(placed)
      }
      await requestCode(scene, placed)
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

/** Creates the customer for a person of the month. */
async function meet({ stall, model }: Scene, person: number): Promise<number> {
  const { name, phone, address } = model.world.people[person]!
  const customerId = await newCustomer(stall, name)
  await stall.app.sql.write('update customer set phone = $2, address = $3 where id = $1', [customerId, phone, address])
  return customerId
}

async function place({ shop, stall, model }: Scene, customerId: number, lines: Line[]) {
  for (const { goods, quantity, choices } of lines) {
    const variantId = variantOf(stall, model.world.goods[goods])
    await fillCart(shop.app, stall.standing, customerId, { variantId, quantity, choices })
  }
  return placeOrder(shop.app, stall.standing, customerId)
}

/** Returns the public id of goods. */
export function variantOf({ variants }: Scene['stall'], { product, variant }: { product: string; variant: string }) {
  return variants[variant === 'only' ? product : `${product}/${variant}`]!
}

/** Requests the code of an order. */
async function requestCode({ shop, stall, model }: Scene, asked: ModelOrder): Promise<void> {
  const { payment } = await requestPayment(shop.app, stall.standing, asked)
  const amount = model.totalOf(asked)
  expect(payment.amount, 'the amount of an order').toBe(amount)
  expectCode(amount, payment.finalAmount)
  expect(payment.paymentMethod).toBe('qris')
  const { invoiceId, finalAmount } = payment
  model.waitForPayment(asked, { invoiceId, method: 'qris', amount, finalAmount })
}

function performSteps({ shop, stall, model }: Scene): Performers<'move' | 'leave'> {
  return {
    async move({ order: number, to: status, noteLength }) {
      const moved = pick(model.orders, number)
      if (!moved) return
      const note = noteLength === 0 ? undefined : 'x'.repeat(noteLength)
      const step = { orderNumber: moved.number, status, notify: true, note }
      const why = noteLength > noteMax ? 'invalid_request' : model.move(moved, status)
      await expectOutcome(updateOrderStatus(shop.app, stall.standing, step), why)
    },
    async leave({ order: number }) {
      const left = pick(model.orders, number)
      if (!left) return
      const leaving = cancelOrder(shop.app, stall.standing.accountId, left.customerId, left.token)
      await expectOutcome(leaving, model.leave(left))
    },
  }
}

function performStock({ shop, stall, model }: Scene): Performers<'restock' | 'toggle'> {
  return {
    async restock({ goods, count }) {
      const { product, variant } = model.world.goods[goods]
      const stock = model.stock[goods]!
      stock.available += count
      const asked = { product, ...(variant !== 'only' && { variant }), delta: count }
      const { status, body } = await shop.api('/set-stock', { body: asked })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data).toMatchObject(stock)
    },
    async toggle({ option: key }) {
      const isActive = model.soldOut.has(key)
      const [group = '', option = ''] = key.split(':')
      const latte = { publicId: variantOf(stall, model.world.goods.latte) }
      const { product } = await shop.app.em(stall.standing).findOneOrFail(Variant, latte, { populate: ['product'] })
      await changeOptions(shop.app, ownerOf(shop), product.publicId, { group, option, isActive })
      if (isActive) model.soldOut.delete(key)
      else model.soldOut.add(key)
    },
  }
}
