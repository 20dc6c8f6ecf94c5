import { expect } from 'vitest'
import { type Details, isWallet, type ModelPayment, type ModelTransfer } from './model-types.ts'
import { expectCode, type Performers, pick, press, type Scene } from './scene.ts'

type OfTime = 'wait' | 'jump' | 'rule'
type OfMoney = 'create' | 'repeat' | 'pay' | 'stray' | 'burst' | 'slip' | 'cancel'

export function performPayments(scene: Scene): Performers<OfTime | OfMoney | 'review' | 'assign'> {
  return { ...performTime(scene), ...performMoney(scene), ...performReviews(scene) }
}

function performTime({ shop, model }: Scene): Performers<OfTime> {
  const move = async ({ minutes }: { minutes: number }) => {
    shop.advance(minutes * 60)
    model.wait(minutes)
  }
  return {
    wait: move,
    jump: move,
    async rule({ acceptsLate }) {
      const values = [shop.demo.accountId, acceptsLate]
      await shop.app.sql.write('update account set accepts_late_money = $2 where id = $1', values)
      model.acceptsLateMoney = acceptsLate
    },
  }
}

function performMoney(scene: Scene): Performers<OfMoney> {
  const { shop, model } = scene
  return {
    async create({ method, amount, reference, reuses }) {
      const details = describe(scene, reference)
      const texts = Object.fromEntries(Object.entries(details).filter(([, text]) => text !== null))
      const reuse = details.reference !== null && reuses
      const body = { amount, payment_method: method, ...texts, reuse }
      const { status, body: answer } = await shop.api('/create-payment', { body })
      const holder = model.holderOfReference(details.reference)
      const isReused = reuses && holder?.amount === amount && holder.method === method
      const isTaken = holder ? !isReused : reuse && model.isWaitingFor(details.reference!)
      if (isTaken) return expect(answer).toMatchObject({ code: 'reference_taken', fields: [{ path: 'reference' }] })
      expect(status, JSON.stringify(answer)).toBe(200)
      const { invoice_id: invoiceId, final_amount: finalAmount } = answer.data
      if (holder) return expect(answer.data).toMatchObject({ invoice_id: holder.invoiceId, status: holder.status })
      expectCode(amount, finalAmount)
      expect(answer.data).toMatchObject({ reference: details.reference, metadata: details.metadata })
      model.create({ invoiceId, method, amount, finalAmount }, { details })
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
      const other = await shop.api('/create-payment', { body: { ...body, amount: payment.amount + 1 }, headers })
      expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
      model.create({ invoiceId, method: payment.method, amount: payment.amount, finalAmount })
    },
    async pay({ payment: number, isOpen, payer }) {
      const open = model.payments.filter(({ status }) => status === 'pending')
      const payment = pick(isOpen ? open : model.payments, number)
      const { name } = pick(model.world.people, payer)!
      if (payment && isWallet(payment)) await receive(scene, payment.finalAmount, name)
      else if (payment && model.isCodeAsked(payment)) await receiveByCode(scene, payment, name)
    },
    stray: ({ amount }) => receive(scene, amount, 'Orang lain'),
    async burst({ payments: numbers }) {
      const open = model.payments.filter(payment => payment.status === 'pending' && isWallet(payment))
      const paid = new Set(numbers.flatMap(number => pick(open, number) ?? []))
      for (const { finalAmount } of paid) await receive(scene, finalAmount, 'Serentak')
    },
    async slip({ payment: number, by }) {
      const payment = pick(model.payments.filter(isWallet), number)
      // Without its unique code if it is not off by some rupiah.
      if (payment) await receive(scene, by === 0 ? payment.amount : payment.finalAmount + by, 'Tergesa')
    },
    async cancel({ payment: number }) {
      const payment = pick(model.payments, number)
      if (!payment) return
      const request = { body: { invoice: payment.invoiceId } }
      const { status, body } = await press(
        () => shop.api('/cancel-payment', request),
        answer => answer.status,
      )
      const isOpen = payment.status === 'pending'
      expect(status === 200, JSON.stringify(body)).toBe(isOpen || payment.status === 'cancelled')
      if (isOpen) model.cancel(payment)
    },
  }
}

/** Returns the texts of a new payment: a customer's, and the merchant's own id, which is used again and again. */
function describe({ model }: Scene, number: number): Details {
  const { name, phone } = model.world.people[number % model.world.people.length]!
  return {
    description: `Pesanan no. ${number}/${model.payments.length}`,
    customer_name: name,
    customer_email: number % 2 === 0 ? `pelanggan${number}@warung.example` : null,
    customer_phone: number % 3 === 0 ? null : phone,
    reference: number % 4 === 0 ? null : `REF-${number}`,
    metadata: number % 3 === 1 ? { meja: `Meja ${model.payments.length}`, kasir: 'Ayu' } : {},
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

function performReviews(scene: Scene): Performers<'review' | 'assign'> {
  const { model } = scene
  const waiting = () => model.transfers.filter(({ state }) => state === 'review')
  return {
    async review({ transfer: number, action }) {
      const transfer = pick(waiting(), number)
      if (!transfer) return
      const why = action === 'accept' ? model.refusesAcceptance(transfer) : null
      const note = `Putusan ${number}`
      const isDone = await decide(scene, transfer, { action, note }, why)
      if (!isDone) return
      if (action === 'accept') model.accept(transfer, note)
      else model.dismiss(transfer, action === 'refund' ? 'refunded' : 'ignored', note)
    },
    async assign({ transfer: number, payment: other }) {
      const transfer = pick(waiting(), number)
      const payment = pick(model.payments, other)
      if (!transfer || !payment) return
      const why = model.refusesAcceptance(transfer, payment)
      const isDone = await decide(scene, transfer, { action: 'assign', invoice: payment.invoiceId }, why)
      if (isDone) model.accept(transfer, null, payment)
    },
  }
}

/** Decides about money in review, by two presses at once. Returns whether that was not refused. */
async function decide({ shop }: Scene, { reference }: ModelTransfer, asked: object, why: string | null) {
  const [row] = await shop.app.sql.query<{ id: number }>('select id from transfer where reference = $1', [reference])
  const { status, body } = await press(
    () => shop.api('/review-transfer', { body: { transfer_id: row!.id, ...asked } }),
    answer => [answer.status, answer.body.data?.state],
  )
  if (why) expect(body, reference).toMatchObject({ code: why })
  else expect(status, JSON.stringify(body)).toBe(200)
  return why === null
}
