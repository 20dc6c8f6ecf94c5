import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ModelPayment, ModelRefund } from './model-types.ts'
import { ownerOf, refundPayment, undoRefund } from './of-modules.ts'
import { isRefused } from './refunder.ts'
import { expectRefusal, type Performers, pick, press, type Scene } from './scene.ts'

export function performRefunds({ shop, model }: Scene): Performers<'refund' | 'return-units' | 'correct'> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const paid = () => model.payments.filter(({ status }) => status === 'paid')
  return {
    async refund({ payment: number, isPaid, percent, restocks }) {
      const payment = pick(isPaid ? paid() : model.payments, number)
      if (!payment) return
      const left = (payment.paidBy?.amount ?? payment.finalAmount) - payment.refunded
      const amount = Math.max(1, Math.floor((left * percent) / 100))
      const reason = restocks ? 'Retak' : 'Tidak jadi'
      const asked = { invoice: payment.invoiceId, reason, ...(restocks && { restock: true }) }
      // All that is left is the default.
      const { status, body } = await shop.api('/refund-payment', {
        body: percent === 100 ? asked : { ...asked, amount },
      })
      const why = refusalOf(payment, { left, amount, restocks })
      if (why) return expect(body).toMatchObject(why)
      expect(status, JSON.stringify(body)).toBe(200)
      const outcome = outcomeOf(payment, amount)
      const { byProvider } = outcome
      const first = { status: byProvider ? 'requested' : 'succeeded', by_provider: byProvider }
      expect(body.refund).toMatchObject({ amount, reason, ...first })
      model.refund(payment, { id: body.refund.refund_id, amount, reason, restocks, ...outcome })
    },
    async 'return-units'({ payment: number, quantity, restocks: restock }) {
      const payment = pick(
        paid().filter(({ order }) => order !== null && order.person !== null),
        number,
      )
      if (!payment) return
      const lines = (await itemsOf(payment)).map(({ id }) => ({ itemId: id, quantity }))
      const request = { invoiceId: payment.invoiceId, lines, restock, reason: 'Kembali', key: randomUUID() }
      const returning = () => refundPayment(shop.app, scope, request, ownerOf(shop))
      if (payment.order!.lines.some(line => line.quantity < quantity))
        return expectRefusal(returning(), 'invalid_request', 'lines')
      const amount = model.priceOfUnits(payment, quantity)
      if (amount === 0) return expectRefusal(returning(), 'refused_transition')
      if (restock && model.restockable(payment).length === 0)
        return expectRefusal(returning(), 'invalid_request', 'restock')
      const { key } = await press(returning, refund => refund.key)
      expect(key).toBe(request.key)
      const outcome = outcomeOf(payment, amount)
      model.refund(payment, { id: key, amount, reason: 'Kembali', restocks: restock, units: quantity, ...outcome })
    },
    async correct({ refund: number }) {
      const refund = pick(model.refunds, number)
      if (!refund) return
      const which = { invoiceId: refund.payment.invoiceId, key: refund.id }
      const isToday = model.now - refund.at < 1_440
      const undoing = (reason?: string) => undoRefund(shop.app, scope, { ...which, reason }, ownerOf(shop))
      if (refund.byProvider) return expectRefusal(undoing('Wrong payment'), 'refused_transition')
      if (!isToday && refund.correctedAt === null) await expectRefusal(undoing(), 'invalid_request', 'reason')
      const reason = isToday ? undefined : 'Wrong payment'
      await press(
        () => undoing(reason),
        ({ refundedAmount }) => refundedAmount,
      )
      model.correct(refund, reason ?? null)
    },
  }

  /** Money that came by a provider's code is returned by that provider, in the round of work after the request. */
  function outcomeOf({ method }: ModelPayment, amount: number): Pick<ModelRefund, 'byProvider' | 'state'> {
    const byProvider = method === 'qris'
    return { byProvider, state: byProvider && isRefused(amount) ? 'failed' : 'succeeded' }
  }

  function refusalOf(payment: ModelPayment, asked: { left: number; amount: number; restocks: boolean }): object | null {
    const { left, amount, restocks } = asked
    if (payment.status !== 'paid' || left === 0) return { code: 'refused_transition' }
    const most = expect.stringContaining(left.toLocaleString('id-ID'))
    if (amount > left) return { fields: [{ path: 'amount', error: most }] }
    const isEmpty = restocks && model.restockable(payment).length === 0
    return isEmpty ? { fields: [{ path: 'restock' }] } : null
  }

  function itemsOf({ order }: ModelPayment): Promise<{ id: number }[]> {
    return shop.app.sql.query(
      `select i.id from order_item i join store_order o on o.id = i.order_id where o.order_number = $1
       order by i.position`,
      [order!.number],
    )
  }
}
