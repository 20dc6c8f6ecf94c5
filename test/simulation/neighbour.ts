import { expect } from 'vitest'
import type { WebShop } from '../web/web-shop.ts'
import { Model } from './model.ts'
import type { ModelPayment } from './model-types.ts'
import { allOf } from './rows.ts'
import { expectCode, type Performers, pick, type Scene } from './scene.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { viewPayment, withoutUnknown } from './views.ts'

/** Another account, with its own key and wallet, whose payments resemble those of the shop. */
export interface Neighbour {
  model: Model
  key: string
}

export function openNeighbour(shop: WebShop, model: Model): Neighbour {
  const world = { ...model.world, lifetime: 30, subtractsCodes: false }
  return { model: new Model(world, shop.app.now().getTime()), key: shop.keys.second }
}

/**
 * Cancels a payment of the neighbour, and creates one with the amount, the texts and the keys of one of the shop, which
 * it pays.
 */
export function performNeighbour({ shop, model, neighbour }: Scene): Performers<'beside'> {
  const { key, model: other } = neighbour
  return {
    async beside({ payment: number, pays, cancels }) {
      // Before anything is paid: its money is read after the act.
      const last = cancels && pick(other.payments, number)
      if (last) {
        const { status } = await shop.api('/cancel-payment', { key, body: { invoice: last.invoiceId } })
        expect(status === 200).toBe(last.status === 'pending' || last.status === 'cancelled')
        if (last.status === 'pending') other.cancel(last)
      }
      const like = pick(model.payments, number)
      if (!like) return
      const payment = await create(like)
      if (payment && pays) {
        // The wallet of the neighbour may receive what the shop's wallet waits for.
        const { finalAmount: amount } = number % 3 === 0 ? like : payment
        const sent = { invoice_id: payment.invoiceId, amount, payer_name: 'Tetangga' }
        const { status, body } = await shop.sandbox('/transfers', sent)
        expect(status, JSON.stringify(body)).toBe(200)
        const { reference } = body.transfers[0]
        other.receive({ reference, amount, payer: 'Tetangga', app: 'Sandbox', method: 'wallet_direct', hasTime: true })
      }
    },
  }

  async function create({ amount, details }: ModelPayment): Promise<ModelPayment | null> {
    const { description = 'Titipan', customer_name = 'Ani', reference = null, metadata = {} } = details ?? {}
    const body = { amount, payment_method: 'wallet_direct', description, customer_name, metadata }
    const request = { ...body, ...(reference !== null && { reference }) }
    const headers = { 'idempotency-key': `repeated ${other.payments.length}` }
    const { status, body: answer } = await shop.api('/create-payment', { key, body: request, headers })
    if (other.holderOfReference(reference)) {
      expect(answer).toMatchObject({ code: 'reference_taken' })
      return null
    }
    expect(status, JSON.stringify(answer)).toBe(200)
    const { invoice_id: invoiceId, final_amount: finalAmount } = answer.data
    expectCode(other, { invoiceId, method: 'wallet_direct', amount, finalAmount })
    const texts = { description, customer_name, customer_email: null, customer_phone: null, reference, metadata }
    return other.create({ invoiceId, method: 'wallet_direct', amount, finalAmount }, { details: texts })
  }
}

/** Checks that the neighbour's payments and money are what it did itself. */
export async function checkNeighbour({ shop, neighbour, write }: SimulatedShop): Promise<void> {
  const { model, key } = neighbour
  const byId = new Map(model.payments.map(payment => [payment.invoiceId, payment]))
  const listed = (await allOf(shop, '/list-payments', key)).map(one => withoutUnknown(one, byId.get(one.invoice_id)))
  const expected = model.payments.map(payment => viewPayment({ shop, model, write }, payment))
  const byInvoice = (one: { invoice_id: string }, two: { invoice_id: string }) =>
    one.invoice_id < two.invoice_id ? -1 : 1
  expect(listed.toSorted(byInvoice), 'list-payments of the neighbour').toEqual(expected.toSorted(byInvoice))
  const transfers = await allOf(shop, '/list-transfers', key)
  const found = transfers.map(one => [one.reference, one.state, one.reason, one.amount, one.invoice_id])
  const money = model.transfers.map(one => {
    return [one.reference, one.state, one.reason, one.amount, one.payment?.invoiceId ?? null]
  })
  expect(found.sort(), 'list-transfers of the neighbour').toEqual(money.sort())
  const { body } = await shop.api('/get-statistics', { key })
  const paid = model.payments.filter(({ status }) => status === 'paid')
  expect(body.data.summary, 'get-statistics of the neighbour').toMatchObject({
    total_payments: model.payments.length,
    paid: paid.length,
    total_revenue: paid.reduce((total, { paidBy }) => total + paidBy!.amount, 0),
  })
}
