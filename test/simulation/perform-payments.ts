import { expect } from 'vitest'
import { arrivalPeriod, pendingAtMost, undoPeriod } from './model.ts'
import type { Details, Method, ModelPayment, ModelTransfer } from './model-types.ts'
import { appName } from './phone.ts'
import { expectCode, type Performers, pick, press, type Scene } from './scene.ts'
import { viewCreated, withoutUnknown } from './views.ts'

type OfTime = 'wait' | 'jump' | 'edge' | 'rule'
type OfMoney = 'create' | 'repeat' | 'pay' | 'simulate' | 'delay' | 'stray' | 'burst' | 'slip' | 'cancel'

export function performPayments(scene: Scene): Performers<OfTime | OfMoney | 'review' | 'assign'> {
  return { ...performTime(scene), ...performMoney(scene), ...performReviews(scene) }
}

function performTime({ shop, model, phone, neighbour, detect }: Scene): Performers<OfTime> {
  const move = async ({ minutes }: { minutes: number }) => {
    shop.advance(minutes * 60)
    model.wait(minutes)
    neighbour.model.wait(minutes)
    // A phone that has not reported after a payment's end may still report its money.
    await phone.beat()
  }
  return {
    wait: move,
    jump: move,
    async edge({ number }) {
      const end = pick(listDeadlines(model), number)
      if (end === undefined) return
      await move({ minutes: end - model.now })
      await detect()
      await move({ minutes: 1 })
    },
    async rule({ acceptsLate }) {
      const values = [shop.demo.accountId, acceptsLate]
      await shop.app.sql.write('update account set accepts_late_money = $2 where id = $1', values)
      model.acceptsLateMoney = acceptsLate
    },
  }
}

/** Returns the next moments at which something ends. */
function listDeadlines({ payments, orders, now }: Scene['model']): number[] {
  const ofPayments = payments.map(one => (one.status === 'pending' ? one.createdAt + one.lifetime : 0))
  const ofOrders = orders.flatMap(({ status, heldUntil, pendingSince, parcel, moved }) => [
    ...(status === 'pending' ? [heldUntil ?? 0, pendingSince + pendingAtMost] : []),
    ...[(moved?.at ?? 0) + undoPeriod, parcel?.receivedAt === null ? parcel.at + arrivalPeriod : 0],
  ])
  return [...ofPayments, ...ofOrders].filter(end => end > now).sort((one, other) => one - other)
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
      if (holder) return expect(withoutUnknown(answer.data, holder)).toEqual(viewCreated(scene, holder))
      expectCode(model, { invoiceId, method, amount, finalAmount })
      const created = model.create({ invoiceId, method, amount, finalAmount }, { details })
      expect(answer.data).toEqual(viewCreated(scene, created))
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
      expectCode(model, { ...payment, invoiceId, finalAmount })
      const other = await shop.api('/create-payment', { body: { ...body, amount: payment.amount + 1 }, headers })
      expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
      model.create({ invoiceId, method: payment.method, amount: payment.amount, finalAmount })
    },
    async pay({ payment: number, isOpen, payer }) {
      const open = model.payments.filter(({ status }) => status === 'pending')
      // Orders have most to do after their payment.
      const ofOrders = open.filter(({ order }) => order !== null)
      const chosen = number % 2 === 0 && ofOrders.length > 0 ? ofOrders : open
      const payment = pick(isOpen ? chosen : model.payments, number)
      const { name } = pick(model.world.people, payer)!
      if (!payment) return
      if (payment.method !== 'qris') await receive(scene, payment.method, payment.finalAmount, name)
      else if (model.isCodeAsked(payment) && !scene.refunder.hasCancelled(payment.invoiceId))
        await receiveByCode(scene, payment, name)
    },
    async simulate({ payment: number, simulation }) {
      // The shop's own names at the counter are not known.
      const payment = pick(
        model.payments.filter(({ order }) => order?.person !== null),
        number,
      )
      if (!payment) return
      const body = { invoice: payment.invoiceId, simulation }
      const { status, body: answer } = await shop.api('/simulate-payment', { body })
      // Its code may never have been made.
      if (payment.method === 'qris' && answer.code === 'not_ready') return
      expect(status, JSON.stringify(answer)).toBe(200)
      const payer = simulation === 'other_payer' ? 'Orang Lain' : (payment.details?.customer_name ?? 'Budi Santoso')
      const { finalAmount, method } = payment
      // A minute after the grace of a second.
      const at = simulation === 'late' ? ((payment.createdAt + payment.lifetime) * 60 + 61) / 60 : model.now
      const received = Array.from({ length: simulation === 'twice' ? 2 : 1 }, (_, index) => {
        const { reference, amount } = answer.data.transfers[index]
        const isOff = simulation === 'under' || simulation === 'over'
        expect(Math.sign(amount - finalAmount), simulation).toBe(isOff ? (simulation === 'under' ? -1 : 1) : 0)
        const money = { reference, amount, payer, app: 'Test', method, hasTime: true }
        const { state } = model.receive(money, method === 'qris' ? payment : undefined, at)
        return { reference, amount, outcome: state }
      })
      expect(answer.data).toEqual({ invoice_id: payment.invoiceId, status: payment.status, transfers: received })
    },
    async delay({ payments: numbers, minutes, faults }) {
      // After a jump back, some seem to have been created later.
      const made = model.payments.filter(({ createdAt }) => createdAt <= model.now)
      const open = made.filter(({ status, method }) => status === 'pending' && method !== 'qris_user')
      const paid = [...new Set(numbers.flatMap(number => pick(open, number) ?? []))]
      const arrived = []
      for (const payment of paid) {
        const { invoiceId: invoice_id, finalAmount: amount, method } = payment
        const { status, body } = await shop.sandbox('/transfers', { invoice_id, payer_name: 'Telat' })
        // Its gateway had failed so far.
        if (body.code === 'not_ready') continue
        expect(status, JSON.stringify(body)).toBe(200)
        const { reference } = body.transfers[0]
        const money = { reference, amount, payer: 'Telat', app: 'Sandbox', method, hasTime: true }
        arrived.push({ money, payment })
      }
      for (const [connector, operation] of faults > 0 ? delayed : []) {
        const fault = { connector, operation, mode: 'error', count: faults }
        expect((await shop.sandbox('/faults', fault)).status).toBe(200)
      }
      shop.advance(minutes * 60)
      model.wait(minutes, arrived)
      scene.neighbour.model.wait(minutes)
      await scene.phone.beat()
    },
    stray: ({ amount, method }) => receive(scene, method, amount, 'Orang lain'),
    async burst({ payments: numbers }) {
      const open = model.payments.filter(({ status, method }) => status === 'pending' && method !== 'qris')
      const paid = new Set(numbers.flatMap(number => pick(open, number) ?? []))
      for (const { finalAmount, method } of paid) await receive(scene, method, finalAmount, 'Serentak')
    },
    async slip({ payment: number, by, roundedTo }) {
      const payment = pick(
        model.payments.filter(({ method }) => method !== 'qris'),
        number,
      )
      if (!payment) return
      const { finalAmount, amount: price, method } = payment
      // Without its unique code if it is not off by some rupiah; rounded down to a negative number.
      const slipped = by === 0 ? price : finalAmount + by
      const round = roundedTo < 0 ? Math.floor : Math.ceil
      const step = Math.abs(roundedTo)
      const amount = step === 0 ? slipped : round(finalAmount / step) * step
      // Money of one payer and amount in two accounts might be the same.
      await receive(scene, method, amount, method === 'qris_user' ? 'Wulan' : 'Tergesa')
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

/** The questions of the shop that fail while money waits to be found. */
const delayed = [
  ['wallet', 'list'],
  ['interactive', 'status'],
] as const

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

async function receive(scene: Scene, method: Method, amount: number, payer: string): Promise<void> {
  const { shop, model } = scene
  if (method === 'qris_user') return receiveByPhone(scene, amount, payer)
  const { status, body } = await shop.sandbox('/transfers', { connector: 'wallet', amount, payer_name: payer })
  expect(status, JSON.stringify(body)).toBe(200)
  model.receive({ reference: body.transfers[0].reference, amount, payer, app: 'Sandbox', method, hasTime: true })
}

/** Lets both phones notify of money, and the first one repeat its request; or only one of them. */
async function receiveByPhone(scene: Scene, amount: number, payer: string): Promise<void> {
  const { model, phone } = scene
  const number = model.transfers.length
  const [device, other] = number % 4 === 0 ? (['hp-2', 'hp-1'] as const) : (['hp-1', 'hp-2'] as const)
  await notify(scene, device, { amount, payer })
  if (number % 2 === 0) await notify(scene, other, { amount, payer })
  if (number % 3 === 1) await phone.advertise()
  if (number % 3 === 2) await phone.chatter()
}

/** Lets a phone notify of money, and sometimes repeat its request. */
async function notify(
  { shop, model, phone }: Scene,
  device: 'hp-1' | 'hp-2',
  money: { amount: number; payer: string },
) {
  const number = model.sightings.length
  // Without an id, the text alone identifies it: another one with this text would not be understood.
  const isNamed = number % 4 > 0 || model.transfers.some(one => one.amount === money.amount)
  const id = `${device} ${number}`
  await phone.report(device, isNamed ? id : null, money, { nonce: id })
  if (number % 3 === 0) await phone.report(device, isNamed ? id : null, money, { nonce: id })
  // A request arrives again with another nonce, or with another time.
  if (number % 8 === 4) await phone.report(device, isNamed ? id : null, money, { nonce: `${id} again` })
  if (number % 8 === 0) await phone.report(device, isNamed ? id : null, money, { nonce: id, isLater: true })
  // An id says enough, whatever request brings it.
  if (isNamed && number % 2 === 0) await phone.report(device, id, money, { nonce: `${id} anew` })
  const [last] = await shop.app.sql.query<{ identity: string }>(
    'select identity from sighting order by id desc limit 1',
  )
  const reference = isNamed ? id : last!.identity
  // Names that could be words are not quite understood.
  const isDoubtful = /"|^Orang lain$/.test(money.payer)
  model.see(device, reference, { ...money, reference, app: appName, method: 'qris_user', hasTime: false, isDoubtful })
  model.sightings.at(-1)!.nonce = id
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
  const { reference } = paid.body.transfers[0]
  const { finalAmount: amount, method } = payment
  model.receive({ reference, amount, payer, app: 'Sandbox', method, hasTime: true }, payment)
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
      let isDone = await decide(scene, transfer, { action, note }, why)
      if (why === 'payment_replaced') isDone = await replace(scene, transfer, { action, note }, number % 2 === 0)
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

/** Decides again, and names the payment that has replaced the one that is to be paid, or by mistake another one. */
async function replace(scene: Scene, transfer: ModelTransfer, asked: object, isRight: boolean): Promise<boolean> {
  const { model } = scene
  const replaced = (transfer.payment ?? transfer.likely)!
  const { invoiceId } = isRight ? model.replacementOf(replaced)! : replaced
  return decide(scene, transfer, { ...asked, replaced_by: invoiceId }, isRight ? null : 'payment_replaced')
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
