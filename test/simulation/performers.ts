import { expect } from 'vitest'
import { Refusal } from '../../src/lib/refusal.ts'
import { refundSale } from '../../src/modules/counter/refund-sale.ts'
import { useCoupon } from '../../src/modules/coupons/use-coupon.ts'
import { undoRefund } from '../../src/modules/refunds/correct-refund.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { type openCounter, sellAt } from '../modules/counter/sales-stand.ts'
import { ownerOf } from '../modules/counter/stand.ts'
import { newCustomer, order, type Stall } from '../orders/store.ts'
import type { WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import { coupon, type Model, type ModelOrder, type ModelPayment, type Refused, shelf, totalOf } from './model.ts'

interface Scene {
  shop: WebShop
  stall: Stall
  counter: Awaited<ReturnType<typeof openCounter>>
  model: Model
}

type Performed = Exclude<Act['do'], 'break' | 'restart'>
type Performers = { [Kind in Performed]: (act: Extract<Act, { do: Kind }>) => Promise<void> }

/** Performs each kind of act in the shop and in the model. Throws if their answers differ. */
export function performers(scene: Scene): Performers {
  return { ...performPayments(scene), ...performReviews(scene), ...performSales(scene) }
}

/** Returns the entry with this number, modulo the number of entries. */
const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

function performPayments({
  shop,
  model,
}: Scene): Pick<Performers, 'wait' | 'create' | 'repeat' | 'pay' | 'stray' | 'cancel'> {
  return {
    async wait({ minutes }) {
      shop.advance(minutes * 60)
      model.wait(minutes)
    },
    async create({ method, amount }) {
      const { status, body } = await shop.api('/create-payment', { body: { amount, payment_method: method } })
      expect(status, JSON.stringify(body)).toBe(200)
      const { invoice_id: invoiceId, final_amount: finalAmount } = body.data
      expectCode(amount, finalAmount)
      model.create({ invoiceId, method, amount, finalAmount })
    },
    async repeat({ payment: number }) {
      const payment = pick(model.payments, number)
      if (!payment) return
      const body = { amount: payment.amount, payment_method: payment.method }
      const headers = { 'idempotency-key': `repeated ${model.payments.length}` }
      const [first, second] = [
        await shop.api('/create-payment', { body, headers }),
        await shop.api('/create-payment', { body, headers }),
      ]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body.data).toEqual(first.body.data)
      const { invoice_id: invoiceId, final_amount: finalAmount } = first.body.data
      model.create({ invoiceId, method: payment.method, amount: payment.amount, finalAmount })
    },
    async pay({ payment: number }) {
      const payment = pick(model.payments, number)
      if (payment?.method === 'wallet_direct') await receive(payment.finalAmount)
      else if (payment?.status === 'pending') await receiveByCode(payment)
    },
    stray: ({ amount }) => receive(amount),
    async cancel({ payment: number }) {
      const payment = pick(model.payments, number)
      if (!payment) return
      const { status } = await shop.api('/cancel-payment', { body: { invoice: payment.invoiceId } })
      if (payment.status !== 'pending') return
      expect(status).toBe(200)
      model.cancel(payment)
    },
  }

  async function receive(amount: number): Promise<void> {
    const { status, body } = await shop.sandbox('/transfers', { connector: 'wallet', amount })
    expect(status, JSON.stringify(body)).toBe(200)
    model.receive(body.transfers[0].reference, amount)
  }

  async function receiveByCode(payment: ModelPayment): Promise<void> {
    const { status, body } = await shop.sandbox('/transfers', { invoice_id: payment.invoiceId })
    expect(status, JSON.stringify(body)).toBe(200)
    model.receiveByCode(body.transfers[0].reference, payment)
  }
}

function expectCode(amount: number, finalAmount: number): void {
  expect(finalAmount - amount).toBeGreaterThanOrEqual(1)
  expect(finalAmount - amount).toBeLessThanOrEqual(999)
}

function performReviews({ shop, model }: Scene): Pick<Performers, 'review' | 'refund' | 'correct'> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  return {
    async review({ transfer: number, action }) {
      const waiting = model.transfers.filter(({ state }) => state === 'review')
      const transfer = pick(waiting, number)
      if (!transfer) return
      // If an order's goods are back in stock, the merchant decides.
      const canPay = transfer.payment && transfer.payment.status !== 'paid' && !transfer.payment.order
      if (action === 'accept' && !canPay) return
      const listed = await shop.api('/list-transfers?state=review&limit=100')
      const found = listed.body.data.find(({ reference }: { reference: string }) => reference === transfer.reference)
      const { status, body } = await shop.api('/review-transfer', { body: { transfer_id: found.transfer_id, action } })
      expect(status, JSON.stringify(body)).toBe(200)
      if (action === 'accept') model.accept(transfer)
      else transfer.state = action === 'refund' ? 'refunded' : 'ignored'
    },
    async refund({ payment: number, percent, restocks }) {
      const payment = pick(model.payments, number)
      if (!payment) return
      const left = payment.finalAmount - payment.refunded
      const amount = Math.max(1, Math.floor((left * percent) / 100))
      const asked = { invoice: payment.invoiceId, amount, ...(restocks && { restock: true }) }
      const { status, body } = await shop.api('/refund-payment', { body: asked })
      const isReturnable = payment.status === 'paid' && left > 0 && (!restocks || model.restockable(payment) > 0)
      expect(status === 200, JSON.stringify(body)).toBe(isReturnable)
      if (isReturnable) model.refund(payment, { id: body.refund.refund_id, amount, restocks })
    },
    async correct({ refund: number }) {
      const refund = pick(model.refunds, number)
      if (!refund) return
      const which = { invoiceId: refund.payment.invoiceId, key: refund.id, reason: 'Wrong payment' }
      await undoRefund(shop.app, scope, which, ownerOf(shop))
      model.correct(refund)
    },
  }
}

function performSales({
  shop,
  stall,
  counter,
  model,
}: Scene): Pick<Performers, 'order' | 'ask' | 'move' | 'leave' | 'sell' | 'return' | 'restock'> {
  return {
    async order({ mugs, keys, cuts, hasCoupon }) {
      const why = model.refuses({ mugs, keys, hasCoupon })
      const customerId = await newCustomer(stall)
      const goods = { ...(mugs > 0 && { mug: mugs }), ...(keys > 0 && { token: keys }), cut: cuts }
      const placing = order(stall, customerId, goods)
      if (why === 'out_of_stock') return void (await expectRefusal(placing, why))
      const { token, orderNumber: number } = await placing
      const placed = model.placeOrder({ number, token, customerId, mugs, keys, cuts })
      if (hasCoupon) {
        const using = useCoupon(shop.app, { ...stall.standing, customerId }, { token, code: coupon.code })
        if (why === 'coupon') {
          await expectRefusal(using, why)
          await cancelOrder(shop.app, stall.standing.accountId, customerId, token)
          model.hold(placed, -1)
          return void model.leave(placed)
        }
        await using
        placed.hasCoupon = true
      }
      await requestCode(placed)
    },
    async ask({ order: number }) {
      const asked = pick(model.orders, number)
      if (!asked) return
      if (asked.status === 'waiting_payment') {
        const { payment } = await requestPayment(shop.app, stall.standing, asked)
        return expect(payment.invoiceId).toBe(asked.payments.at(-1)!.invoiceId)
      }
      const why = model.refusesCode(asked)
      if (why) return void (await expectRefusal(requestPayment(shop.app, stall.standing, asked), why))
      model.hold(asked, 1)
      await requestCode(asked)
    },
    async move({ order: number, to }) {
      const moved = pick(model.orders, number)
      if (!moved) return
      const moving = updateOrderStatus(shop.app, stall.standing, {
        orderNumber: moved.number,
        status: to,
        notify: true,
      })
      await expectOutcome(moving, model.move(moved, to))
    },
    async leave({ order: number }) {
      const left = pick(model.orders, number)
      if (!left) return
      const leaving = cancelOrder(shop.app, stall.standing.accountId, left.customerId, left.token)
      await expectOutcome(leaving, model.leave(left))
    },
    async sell({ mugs, typed }) {
      const total = mugs * shelf.mug + typed
      if (total === 0) return
      const lines = mugs > 0 ? [{ variant: stall.variants.mug!, quantity: mugs, choices: [] }] : []
      const selling = sellAt(shop, counter, { lines, free: typed, expectedTotal: total })
      if (mugs > model.mugs.available) return void (await expectRefusal(selling, 'out_of_stock'))
      model.sell({ number: (await selling).orderNumber, total, mugs })
    },
    async return({ sale: number, percent }) {
      const sale = pick(model.sales, number)
      if (!sale) return
      const left = sale.total - sale.returned
      const amount = Math.max(1, Math.floor((left * percent) / 100))
      const isNoted = await refundSale(shop.app, { orderNumber: sale.number, amount }, ownerOf(shop))
      expect(isNoted).toBe(left > 0)
      if (isNoted) sale.returned += amount
    },
    async restock({ mugs }) {
      const { status, body } = await shop.api('/set-stock', { body: { product: 'mug', delta: mugs } })
      expect(status, JSON.stringify(body)).toBe(200)
      model.mugs.available += mugs
    },
  }

  /** Requests the code of an order whose goods are held. */
  async function requestCode(asked: ModelOrder): Promise<void> {
    const { payment } = await requestPayment(shop.app, stall.standing, asked)
    const amount = totalOf(asked)
    expect(payment.amount).toBe(amount)
    expectCode(amount, payment.finalAmount)
    const { invoiceId, finalAmount } = payment
    model.waitForPayment(asked, { invoiceId, method: 'qris', amount, finalAmount })
  }
}

async function expectOutcome(action: Promise<unknown>, why: Refused | null): Promise<void> {
  if (why) await expectRefusal(action, why)
  else await action
}

async function expectRefusal(action: Promise<unknown>, code: string): Promise<void> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code })
}
