import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ModelLine, ModelPayment, ModelRefund } from './model-types.ts'
import { changeRefund, ownerOf, refundPayment, undoRefund } from './of-modules.ts'
import { delayOf, isRefused, outage } from './refunder.ts'
import { expectOutcome, expectRefusal, type Performers, pick, press, type Scene } from './scene.ts'
import type { GoodsName } from './world.ts'

type OfRefunds = 'refund' | 'return-units' | 'note' | 'reword' | 'correct'

export function performRefunds(scene: Scene): Performers<OfRefunds> {
  const { shop, model, timeOf } = scene
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const paid = () => model.payments.filter(({ status }) => status === 'paid')
  return {
    async refund({ payment: number, isPaid, percent, restocks }) {
      const payment = pick(isPaid ? paid() : model.payments, number)
      if (!payment) return
      const left = (payment.paidBy?.amount ?? payment.finalAmount) - payment.refunded
      const amount = shareOf(left, percent)
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
      const { refund_id: id } = body.refund
      const late = await waitForProvider(scene, payment, { id, amount, byProvider })
      const noted = { id, amount, reason, restocks, returnedAt: model.now, by: 'api key' } as const
      model.refund(payment, { ...noted, ...late, ...outcome })
    },
    async 'return-units'({ payment: number, quantities, restocks: restock, isNoted, daysAgo }) {
      const payment = pick(
        paid().filter(({ order }) => order !== null && order.person !== null),
        number,
      )
      if (!payment) return
      const wanted = payment.order!.lines.map((line, index) => ({ line, quantity: quantities[index]! }))
      const units = new Map(wanted.filter(({ quantity }) => quantity > 0).map(({ line, quantity }) => [line, quantity]))
      const items = await itemsOf(payment)
      const lines = [...units].map(([{ goods }, quantity]) => ({ itemId: items.get(goods)!, quantity }))
      const [reason, key, at] = ['Kembali', randomUUID(), model.now - 1_440 * daysAgo]
      const request = { invoiceId: payment.invoiceId, lines, restock, isNoted, reason, key, returnedAt: timeOf(at) }
      const returning = (more = {}) => refundPayment(shop.app, scope, { ...request, ...more }, ownerOf(shop))
      await refuseWrongly(payment, returning, items)
      if ([...units].some(([line, quantity]) => line.quantity < quantity))
        return expectRefusal(returning(), 'invalid_request', 'lines')
      const amount = model.priceOfUnits(payment, units)
      if (amount === 0) return expectRefusal(returning(), 'refused_transition')
      if (restock && !model.restockable(payment).some(line => units.has(line)))
        return expectRefusal(returning(), 'invalid_request', 'restock')
      const { key: made } = await press(
        () => returning(),
        refund => refund.key,
      )
      expect(made).toBe(key)
      const outcome = outcomeOf(payment, amount, isNoted)
      const returnedAt = outcome.byProvider ? model.now : at
      const late = await waitForProvider(scene, payment, { id: key, amount, byProvider: outcome.byProvider })
      const noted = { id: key, amount, reason, restocks: restock, returnedAt, by: 'user' } as const
      model.refund(payment, { ...noted, units, ...late, ...outcome })
    },
    async note({ payment: number }) {
      const payment = pick(paid(), number)
      if (!payment) return
      const body = { invoice: payment.invoiceId }
      const { status, body: answer } = await shop.api('/note-refund', { body })
      expect(status, JSON.stringify(answer)).toBe(200)
      const amount = payment.paidBy!.amount - payment.refunded
      if (amount === 0) return
      expect(answer.data).toMatchObject({ type: 'refund_note', invoice_id: payment.invoiceId, amount: -amount })
      const { refunds } = (await shop.api(`/check-payment?invoice=${payment.invoiceId}`)).body
      const facts = { id: refunds.at(-1).refund_id, amount, reason: null, restocks: false, returnedAt: model.now }
      const noted = { ...facts, by: 'api key' } as const
      model.refund(payment, { ...noted, ...outcomeOf(payment, amount, true) })
    },
    async reword({ refund: number, reason }) {
      const refund = pick(model.refunds, number)
      if (!refund) return
      const which = { invoiceId: refund.payment.invoiceId, key: refund.id, reason }
      const isLate = refund.byProvider || model.now - refund.at >= 1_440
      await expectOutcome(changeRefund(shop.app, scope, which, ownerOf(shop)), isLate ? 'refused_transition' : null)
      if (!isLate) model.reword(refund, reason)
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
  function outcomeOf(
    { method }: ModelPayment,
    amount: number,
    isNoted = false,
  ): Pick<ModelRefund, 'byProvider' | 'state'> {
    const byProvider = method === 'qris' && !isNoted
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

  /** Expects the refusal of amounts and units beyond the limits. */
  async function refuseWrongly(
    { order, paidBy, refunded }: ModelPayment,
    returning: (more: object) => Promise<unknown>,
    items: Map<GoodsName, number>,
  ): Promise<void> {
    const left = paidBy!.amount - refunded
    for (const amount of [0, left + 1]) {
      const refused = returning({ lines: undefined, amount })
      if (left === 0) await expectRefusal(refused, 'refused_transition')
      else await expectRefusal(refused, 'invalid_request', { path: 'amount', min: 1, max: left })
    }
    const [{ goods, quantity }] = order!.lines as [ModelLine]
    const itemId = items.get(goods)!
    for (const wrong of [0, quantity + 1]) {
      const bounds = { path: 'lines', min: 1, max: quantity }
      await expectRefusal(returning({ lines: [{ itemId, quantity: wrong }] }), 'invalid_request', bounds)
    }
    const unknown = [{ itemId: 1_000_000, quantity: 1 }]
    await expectRefusal(returning({ lines: unknown }), 'invalid_request', 'lines')
  }

  /** Returns the ids of the lines of an order by their goods. */
  async function itemsOf({ order }: ModelPayment): Promise<Map<GoodsName, number>> {
    const rows = await shop.app.sql.query<{ id: number; goods: GoodsName }>(
      `select i.id, case v.key when 'only' then p.key else v.key end as goods from order_item i
       join store_order o on o.id = i.order_id join variant v on v.id = i.variant_id
       join product p on p.id = v.product_id where o.order_number = $1`,
      [order!.number],
    )
    return new Map(rows.map(({ id, goods }) => [goods, id]))
  }
}

/** Returns a share of what is left, and one rupiah more than that for 101 percent. */
const shareOf = (left: number, percent: number) =>
  percent === 101 ? left + 1 : Math.max(1, Math.floor((left * percent) / 100))

/** Lets a minute pass in which the provider has not returned money yet. Returns what is known about that. */
async function waitForProvider(
  { shop, model, neighbour, phone, detect, timeOf }: Scene,
  payment: ModelPayment,
  { id, amount, byProvider }: { id: string; amount: number; byProvider: boolean },
): Promise<Partial<Pick<ModelRefund, 'askedAt' | 'failures' | 'returnedAt'>>> {
  const delay = byProvider ? delayOf(amount) : null
  if (delay === null) return {}
  const askedAt = model.now
  await detect()
  const [row] = await shop.app.sql.query<Record<string, unknown>>(
    `select state, failures, failure, provider_reference, retry_at, ended_at from refund where key = $1`,
    [id],
  )
  const failed = { failures: 1, failure: outage, provider_reference: null }
  const pending = { failures: 0, failure: null, provider_reference: `R-${id}` }
  const again = { state: 'sent', retry_at: timeOf(askedAt + 1), ended_at: null }
  expect(row, 'a refund that its provider has not made yet').toEqual({
    ...(delay === 'pending' ? pending : failed),
    ...again,
  })
  // Money on its way cannot be returned again.
  const left = payment.paidBy!.amount - payment.refunded - amount
  const body = { invoice: payment.invoiceId, amount: left + 1 }
  const { body: answer } = await shop.api('/refund-payment', { body })
  expect(answer.code).toBe(left === 0 ? 'refused_transition' : 'invalid_request')
  const noting = await shop.api('/note-refund', { body: { invoice: payment.invoiceId } })
  expect(noting.body).toMatchObject({ code: 'refused_transition' })
  shop.advance(60)
  model.wait(1)
  neighbour.model.wait(1)
  await phone.beat()
  await detect()
  return { askedAt, failures: delay === 'pending' ? 0 : 1, returnedAt: askedAt }
}
