import { expect } from 'vitest'
import { strayMin } from './act.ts'
import type { ModelPayment } from './model.ts'
import { ownerOf, undoRefund } from './of-modules.ts'
import { expectCode, type Performers, pick, type Scene } from './scene.ts'

type OfMoney = 'wait' | 'jump' | 'create' | 'repeat' | 'pay' | 'stray' | 'cancel' | 'review' | 'refund' | 'correct'

export function performPayments(scene: Scene): Performers<OfMoney> {
  return { ...performTime(scene), ...performMoney(scene), ...performReviews(scene), ...performRefunds(scene) }
}

function performTime({ shop, model }: Scene): Performers<'wait' | 'jump'> {
  const move = async ({ minutes }: { minutes: number }) => {
    shop.advance(minutes * 60)
    model.wait(minutes)
  }
  return { wait: move, jump: move }
}

function performMoney(scene: Scene): Performers<'create' | 'repeat' | 'pay' | 'stray' | 'cancel'> {
  const { shop, model } = scene
  return {
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
      const [first, second] = await Promise.all([
        shop.api('/create-payment', { body, headers }),
        shop.api('/create-payment', { body, headers }),
      ])
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body.data).toEqual(first.body.data)
      const { invoice_id: invoiceId, final_amount: finalAmount } = first.body.data
      model.create({ invoiceId, method: payment.method, amount: payment.amount, finalAmount })
    },
    async pay({ payment: number, isOpen, payer }) {
      const open = model.payments.filter(({ status }) => status === 'pending')
      const payment = pick(isOpen ? open : model.payments, number)
      const { name } = pick(model.world.people, payer)!
      if (payment?.method === 'wallet_direct') await receive(scene, payment.finalAmount, name)
      else if (payment && model.isCodeAsked(payment)) await receiveByCode(scene, payment, name)
    },
    stray: ({ amount }) => receive(scene, amount, 'Orang lain'),
    async cancel({ payment: number }) {
      const payment = pick(model.payments, number)
      if (!payment) return
      const { status, body } = await shop.api('/cancel-payment', { body: { invoice: payment.invoiceId } })
      const isOpen = payment.status === 'pending'
      expect(status === 200, JSON.stringify(body)).toBe(isOpen || payment.status === 'cancelled')
      if (isOpen) model.cancel(payment)
    },
  }
}

async function receive({ shop, model }: Scene, amount: number, payer: string): Promise<void> {
  const { status, body } = await shop.sandbox('/transfers', { connector: 'wallet', amount, payer_name: payer })
  expect(status, JSON.stringify(body)).toBe(200)
  model.receive(body.transfers[0].reference, amount, payer)
}

async function receiveByCode({ shop, model, detect }: Scene, payment: ModelPayment, payer: string): Promise<void> {
  const pay = () => shop.sandbox('/transfers', { invoice_id: payment.invoiceId, payer_name: payer })
  let paid = await pay()
  // Its gateway had failed so far.
  if (paid.body.code === 'not_ready') {
    await detect()
    // A payment may end without ever having had a code.
    if (payment.status !== 'pending') return
    paid = await pay()
  }
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  model.receiveByCode(paid.body.transfers[0].reference, payment, payer)
}

function performReviews({ shop, model }: Scene): Performers<'review'> {
  return {
    async review({ transfer: number, action }) {
      const waiting = model.transfers.filter(({ state }) => state === 'review')
      const transfer = pick(waiting, number)
      // Money that belongs to no payment may still be accepted for the one that it was probably meant for.
      if (!transfer || (action === 'accept' && !transfer.payment && transfer.amount < strayMin)) return
      const listed = await shop.api('/list-transfers?state=review&limit=100')
      const found = listed.body.data.find(({ reference }: { reference: string }) => reference === transfer.reference)
      const { status, body } = await shop.api('/review-transfer', { body: { transfer_id: found.transfer_id, action } })
      const why = action === 'accept' ? model.refusesAcceptance(transfer) : null
      if (why) return void expect(body).toMatchObject({ code: why })
      expect(status, JSON.stringify(body)).toBe(200)
      if (action === 'accept') model.accept(transfer)
      else model.dismiss(transfer, action === 'refund' ? 'refunded' : 'ignored')
    },
  }
}

function performRefunds({ shop, model }: Scene): Performers<'refund' | 'correct'> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  return {
    async refund({ payment: number, isPaid, percent, restocks }) {
      const candidates = isPaid ? model.payments.filter(({ status }) => status === 'paid') : model.payments
      const payment = pick(candidates, number)
      if (!payment) return
      const left = (payment.paidBy?.amount ?? payment.finalAmount) - payment.refunded
      const amount = Math.max(1, Math.floor((left * percent) / 100))
      const reason = restocks ? 'Retak' : 'Tidak jadi'
      const asked = { invoice: payment.invoiceId, reason, ...(restocks && { restock: true }) }
      // All that is left is the default.
      const { status, body } = await shop.api('/refund-payment', {
        body: percent === 100 ? asked : { ...asked, amount },
      })
      const isReturnable = payment.status === 'paid' && left > 0 && amount <= left
      const isRefunded = isReturnable && (!restocks || model.restockable(payment).length > 0)
      expect(status === 200, JSON.stringify(body)).toBe(isRefunded)
      if (!isRefunded) return
      expect(body.refund).toMatchObject({ amount, status: 'succeeded', by_provider: false, reason })
      model.refund(payment, { id: body.refund.refund_id, amount, reason, restocks })
    },
    async correct({ refund: number }) {
      const refund = pick(model.refunds, number)
      if (!refund) return
      const which = { invoiceId: refund.payment.invoiceId, key: refund.id }
      const isToday = model.now - refund.at < 1_440
      const undoing = (reason?: string) => undoRefund(shop.app, scope, { ...which, reason }, ownerOf(shop))
      if (!isToday && refund.correctedAt === null)
        await expect(undoing(), 'a correction without a reason').rejects.toMatchObject({ code: 'invalid_request' })
      await undoing(isToday ? undefined : 'Wrong payment')
      model.correct(refund)
    },
  }
}
