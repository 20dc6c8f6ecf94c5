import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargeRef, ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import type { SentRefund } from '../../../src/connectors/refund.ts'
import { changeRefund, undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { decideRefund } from '../../../src/modules/refunds/finish-refund.ts'
import { type NewRefund, refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

// Every row, audit entry, event and notice of a refund: books, pages, webhooks and chats are built from them.

let shop: TestShop
let stall: Stall
/** The next answers of the provider. */
let answers: (SentRefund | ConnectorError | Error)[] = []
/** The requests to the provider. */
let asked: object[] = []

function answer(question: object): SentRefund {
  asked.push(question)
  const next = answers.shift() ?? { state: 'succeeded', reference: 'RF-1' }
  if (next instanceof Error) throw next
  return next
}

type Asked = Pick<ChargeRef, 'providerInvoiceId' | 'askedAt'>

const refunding = {
  ...connectors.interactive!,
  refund: async (_call: unknown, { providerInvoiceId, askedAt }: Asked, request: object) =>
    answer({ of: providerInvoiceId, askedAt, ...request }),
  refundState: async (_call: unknown, { providerInvoiceId, askedAt }: Asked, which: object) =>
    answer({ of: providerInvoiceId, askedAt, ...which }),
} as typeof connectors.interactive

const chat = randomInt(1_000_000, 9_000_000)

beforeAll(async () => {
  shop = await createTestShop({
    isClockStopped: true,
    parts: { connectors: { ...connectors, interactive: refunding } },
  })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'Sri', 'id', now())`,
    [shop.demo.accountId, chat],
  )
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values ($1, null, 'live', 'platform_bot', 'Warung', '{}', '', 'platform')`,
    [chat],
  )
})
beforeEach(() => {
  answers = []
  asked = []
})
afterAll(() => shop.close())

type Row = Record<string, unknown>

const ask = (sql: string, ...values: unknown[]) => shop.app.sql.query<Row>(sql, values)
const by = { actor: `user ${chat}`, address: '192.0.2.7' }
const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

/** Creates a paid order of two mugs and a haircut, paid by a code of the provider that can refund it. */
async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 2, shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const [code] = await ask(
    'select provider_invoice_id as id, reference from charge where invoice_id = $1',
    payment.invoiceId,
  )
  const items = (await findOrder(shop.app, shop.demo, order.orderNumber)).items.$.getItems()
  const itemOf = (price: number) => items.find(item => item.price === price)!.id
  return {
    orderNumber: order.orderNumber,
    invoiceId: payment.invoiceId,
    paid: payment.finalAmount,
    code: code as { id: string; reference: string },
    mug: itemOf(45_000),
    shave: itemOf(30_000),
  }
}

/** Returns what was stored about the refunds of a payment; numbers of rows are left out. */
async function storedOf(invoiceId: string) {
  const refunds = await ask(
    `select r.*, c.key as corrects from refund r left join refund c on c.id = r.corrects_id
     where r.invoice_id = $1 order by r.id`,
    invoiceId,
  )
  const acts = await ask(
    `select chain as "accountId", actor, address, act, detail from audit_entry where subject = $1 order by id`,
    invoiceId,
  )
  const events = await ask(
    `select account_id as "accountId", mode, type, subject, payload, created_at as "createdAt" from event
     where type in ('refund.failed', 'payment.refunded') and payload->>'invoiceId' = $1 order by type, subject`,
    invoiceId,
  )
  const notices = await ask(
    `select account_id as "accountId", dedupe_key as key, data from notice
     where kind = 'merchant.refund_failed' and data->>'invoiceId' = $1 order by id`,
    invoiceId,
  )
  return { refunds: refunds.map(({ id: _, corrects_id: __, ...row }) => row), acts, events, notices }
}

const owned = () => ({ accountId: shop.demo.accountId, mode: 'test' })
const acted = (act: string, detail: object) => ({ accountId: shop.demo.accountId, ...by, act, detail })

/** Returns a row of the merchant's own refund, which counts at once. */
const notedRow = (more: object) => ({
  account_id: shop.demo.accountId,
  mode: 'test',
  key: expect.any(String),
  state: 'succeeded',
  is_by_provider: false,
  corrects: null,
  reason: null,
  returned_at: shop.app.now(),
  proof: null,
  lines: null,
  is_restocked: false,
  restocked: null,
  actor: by.actor,
  provider_reference: null,
  failure: null,
  failures: 0,
  retry_at: null,
  created_at: shop.app.now(),
  ended_at: shop.app.now(),
  ...more,
})

/** Returns a row of a refund that the provider has yet to send. */
const requestedRow = (more: object) =>
  notedRow({ state: 'requested', is_by_provider: true, retry_at: shop.app.now(), ended_at: null, ...more })

const returned = (invoiceId: string, place: number, payload: object) => ({
  ...owned(),
  type: 'payment.refunded',
  subject: place === 1 ? invoiceId : `${invoiceId} ${place}`,
  payload: { invoiceId, mode: 'test', ...payload },
  createdAt: shop.app.now(),
})

/** Returns the event of a refund that failed, and the notice about it. */
function failed(invoiceId: string, { refund, ...payload }: { refund: string; state: string } & Row) {
  const told = { invoiceId, mode: 'test', ...payload }
  const subject = `${refund} ${payload.state}`
  return {
    event: {
      ...owned(),
      type: 'refund.failed',
      subject,
      payload: { ...told, refund },
      createdAt: shop.app.now(),
    },
    notice: {
      accountId: shop.demo.accountId,
      key: `merchant.refund_failed ${subject} ${chat}:${chat}`,
      data: told,
    },
  }
}

const refund = (request: NewRefund) => refundPayment(shop.app, scope(), request, by)

async function stockOfMug(): Promise<Row> {
  const sql = `select s.available, s.sold from stock s join variant v on v.id = s.variant_id
    where v.public_id = $1 and s.mode = 'test'`
  return (await ask(sql, stall.variants.mug))[0]!
}

test('refunds that the merchant made are recorded by lines, by amount and in full', async () => {
  const { invoiceId, paid, mug } = await paidOrder()
  const before = await stockOfMug()
  const lines = [{ itemId: mug, quantity: 1 }]
  const returnedAt = new Date(shop.app.now().getTime() - 3_600_000)
  const first = await refund({
    invoiceId,
    lines,
    restock: true,
    isNoted: true,
    reason: 'Retak',
    returnedAt,
    proof: 'p.jpg',
  })
  expect(await stockOfMug()).toEqual({ available: Number(before.available) + 1, sold: Number(before.sold) - 1 })
  const second = await refund({ invoiceId, amount: 2_000, isNoted: true })
  const third = await refund({ invoiceId, restock: true, isNoted: true })
  const rest = paid - 47_000
  expect(await storedOf(invoiceId)).toEqual({
    refunds: [
      notedRow({
        invoice_id: invoiceId,
        key: first.key,
        amount: 45_000,
        reason: 'Retak',
        returned_at: returnedAt,
        proof: 'p.jpg',
        lines,
        is_restocked: true,
        restocked: lines,
      }),
      notedRow({ invoice_id: invoiceId, key: second.key, amount: 2_000 }),
      notedRow({ invoice_id: invoiceId, key: third.key, amount: rest, is_restocked: true, restocked: lines }),
    ],
    acts: [-45_000, -2_000, -rest].map(amount => acted('payment.refunded', { amount })),
    events: [
      returned(invoiceId, 1, { amount: 45_000, refund: first.key, reason: 'Retak' }),
      returned(invoiceId, 2, { amount: 2_000, refund: second.key, reason: null }),
      returned(invoiceId, 3, { amount: rest, refund: third.key, reason: null }),
    ],
    notices: [],
  })
  expect(third.payment).toMatchObject({ refundedAmount: paid, refunds: [{}, {}, { amount: rest, state: 'succeeded' }] })
})

test('a repeated key returns the refund that it made, whatever else is requested', async () => {
  const { invoiceId } = await paidOrder()
  await refund({ invoiceId, amount: 1_000, isNoted: true })
  const key = '00000000-0000-4000-8000-'.concat(String(randomInt(10 ** 11, 10 ** 12)))
  const { payment } = await refund({ invoiceId, amount: 1_100, isNoted: true, key })
  const again = await refund({ invoiceId, amount: 10 ** 9, key })
  expect(again.key).toBe(key)
  expect(again.payment.refunds).toEqual(payment.refunds)
})

test('a record is changed within a day, and cancelled by a row of its own', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 3_000, isNoted: true, reason: 'Salah' })
  const changed = await changeRefund(shop.app, scope(), { invoiceId, key, reason: 'Kurang satu' }, by)
  expect(changed.refunds).toMatchObject([{ reason: 'Kurang satu' }])
  const undone = await undoRefund(shop.app, scope(), { invoiceId, key, reason: 'Belum dikirim' }, by)
  expect(undone).toMatchObject({ refundedAmount: null, refunds: [{}, { isCorrection: true, amount: -3_000 }] })
  await undoRefund(shop.app, scope(), { invoiceId, key }, by)
  const { refunds, acts, events } = await storedOf(invoiceId)
  expect(refunds).toEqual([
    notedRow({ invoice_id: invoiceId, key, amount: 3_000, reason: 'Kurang satu' }),
    notedRow({ invoice_id: invoiceId, amount: -3_000, reason: 'Belum dikirim', corrects: key }),
  ])
  expect(acts).toEqual([
    acted('payment.refunded', { amount: -3_000 }),
    acted('refund.changed', {}),
    acted('payment.refunded', { amount: 3_000 }),
    acted('refund.corrected', { amount: 3_000, reason: 'Belum dikirim' }),
  ])
  expect(events.slice(1)).toEqual([
    returned(invoiceId, 2, { amount: -3_000, refund: refunds[1]!.key, reason: 'Belum dikirim' }),
  ])
})

test('a record may be cancelled without a reason on its day', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 3_100, isNoted: true })
  await undoRefund(shop.app, scope(), { invoiceId, key }, by)
  const { refunds, acts } = await storedOf(invoiceId)
  expect(refunds[1]).toMatchObject({ amount: -3_100, reason: null })
  expect(acts.at(-1)).toEqual(acted('refund.corrected', { amount: 3_100, reason: null }))
})

test('a refund by the provider is requested, looked up until it has ended, and then counts', async () => {
  const { invoiceId, code } = await paidOrder()
  const { key, payment } = await refund({ invoiceId, amount: 4_000 })
  expect(payment.refunds).toMatchObject([{ key, state: 'requested' }])
  const requested = { invoice_id: invoiceId, key, amount: 4_000 }
  expect((await storedOf(invoiceId)).refunds).toEqual([requestedRow(requested)])
  answers = [{ state: 'pending', reference: 'R'.repeat(201) }]
  await sendRefunds(shop.app)
  const provider_reference = 'R'.repeat(200)
  const later = (minutes: number) => new Date(shop.app.now().getTime() + minutes * 60_000)
  const sent = { ...requested, state: 'sent', provider_reference, retry_at: later(1) }
  expect((await storedOf(invoiceId)).refunds).toEqual([requestedRow(sent)])
  const createdAt = shop.app.now()
  const askedAt = [createdAt]
  shop.advance(59)
  await sendRefunds(shop.app)
  shop.advance(1)
  answers = [{ state: 'pending', reference: '' }]
  await sendRefunds(shop.app)
  askedAt.push(shop.app.now())
  const looked = { ...sent, created_at: createdAt, returned_at: createdAt, retry_at: later(1) }
  expect((await storedOf(invoiceId)).refunds).toEqual([requestedRow(looked)])
  shop.advance(60)
  await sendRefunds(shop.app)
  askedAt.push(shop.app.now())
  expect(asked).toEqual([
    { of: code.id, askedAt: askedAt[0], key, amount: 4_000, reason: code.reference },
    { of: code.id, askedAt: askedAt[1], key, reference: provider_reference },
    { of: code.id, askedAt: askedAt[2], key, reference: provider_reference },
  ])
  const { refunds, acts, events, notices } = await storedOf(invoiceId)
  const ended = { state: 'succeeded', provider_reference: 'RF-1', retry_at: null, ended_at: shop.app.now() }
  expect(refunds).toEqual([requestedRow({ ...looked, ...ended })])
  expect(acts).toEqual([
    acted('refund.requested', { amount: 4_000 }),
    {
      accountId: shop.demo.accountId,
      actor: 'provider',
      address: null,
      act: 'payment.refunded',
      detail: { amount: -4_000 },
    },
  ])
  expect(events).toEqual([returned(invoiceId, 1, { amount: 4_000, refund: key, reason: null })])
  expect(notices).toEqual([])
})

test('after each failure the provider is asked again later, with the reason that the merchant gave', async () => {
  const { invoiceId, code } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 4_100, reason: 'Retak' })
  const waits: number[] = []
  for (let failures = 1; failures <= 9; failures++) {
    answers = [new ConnectorError(failures === 2 ? 'unauthorized' : 'unreachable', `no answer ${failures}`)]
    await sendRefunds(shop.app)
    const [row] = (await storedOf(invoiceId)).refunds
    expect(row).toMatchObject({ state: 'sent', failures, failure: `no answer ${failures}`, ended_at: null })
    waits.push(((row!.retry_at as Date).getTime() - shop.app.now().getTime()) / 60_000)
    shop.advance(waits.at(-1)! * 60)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
  const question = { of: code.id, key, amount: 4_100, reason: 'Retak' }
  expect(asked).toEqual(Array.from({ length: 9 }, () => ({ ...question, askedAt: expect.any(Date) })))
  await sendRefunds(shop.app)
  expect((await storedOf(invoiceId)).refunds).toMatchObject([{ state: 'succeeded', failure: null }])
})

test.each([
  ['refused', new ConnectorError('refused', 'this issuer takes no refunds'), 'this issuer takes no refunds'],
  ['failed', { state: 'failed', reference: 'RF-2', failure: 'insufficient balance' } as const, 'insufficient balance'],
  ['failed without a message', { state: 'failed', reference: 'RF-2' } as const, null],
  ['answered to a wrong key', new ConnectorError('unauthorized', 'unknown key'), 'unknown key'],
])('a refund that the provider %s has failed, and the merchant is notified', async (_, outcome, failure) => {
  const { invoiceId, mug } = await paidOrder()
  const before = await stockOfMug()
  const lines = [{ itemId: mug, quantity: 2 }]
  const { key } = await refund({ invoiceId, amount: 4_200, lines, restock: true })
  expect((await storedOf(invoiceId)).refunds).toMatchObject([{ is_restocked: true, restocked: lines }])
  answers = [outcome]
  await sendRefunds(shop.app)
  expect(await stockOfMug()).toEqual(before)
  const told = failed(invoiceId, { refund: key, amount: 4_200, failure, state: 'failed', goods: 'taken_out' })
  const reference = 'reference' in outcome ? outcome.reference : null
  const row = {
    invoice_id: invoiceId,
    key,
    amount: 4_200,
    lines,
    restocked: lines,
    provider_reference: reference,
    failure,
  }
  const detail = { amount: 4_200, failure }
  expect(await storedOf(invoiceId)).toEqual({
    refunds: [requestedRow({ ...row, state: 'failed', retry_at: null, ended_at: shop.app.now() })],
    acts: [
      acted('refund.requested', { amount: 4_200 }),
      { ...acted('refund.failed', detail), actor: 'provider', address: null },
    ],
    events: [told.event],
    notices: [told.notice],
  })
})

test('a failure that says nothing about the refund leaves it open', async () => {
  const { invoiceId } = await paidOrder()
  await refund({ invoiceId, amount: 4_300 })
  answers = [new Error('a fault of the connector'), { state: 'pending', reference: 'RF-3' }]
  for (const failure of ['a fault of the connector', 'a fault of the connector', 'refused']) {
    await sendRefunds(shop.app)
    expect((await storedOf(invoiceId)).refunds).toMatchObject([{ state: 'sent', failure }])
    shop.advance(3_600)
    if (answers.length === 0) answers = [new ConnectorError('refused', 'refused')]
  }
  answers = []
  await sendRefunds(shop.app)
})

/** Refunds without a connection that could send the money. */
async function withoutConnection(work: () => Promise<void>): Promise<void> {
  const set = (isActive: boolean) =>
    shop.app.sql.write("update connection set is_active = $1 where connector = 'interactive'", [isActive])
  await set(false)
  try {
    await work()
  } finally {
    await set(true)
  }
}

test('a refund that no provider was asked for fails if its connection is gone', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 4_400 })
  await withoutConnection(() => sendRefunds(shop.app))
  expect(asked).toEqual([])
  const failure = 'Its connection was removed or switched off'
  const told = failed(invoiceId, { refund: key, amount: 4_400, failure, state: 'failed', goods: 'none' })
  const { refunds, events, notices } = await storedOf(invoiceId)
  expect(refunds).toMatchObject([{ state: 'failed', failure, provider_reference: null }])
  expect([events, notices]).toEqual([[told.event], [told.notice]])
})

test('the merchant records the outcome of a refund whose connection is gone', async () => {
  for (const isReturned of [true, false]) {
    const { invoiceId, code } = await paidOrder()
    const { key } = await refund({ invoiceId, amount: 4_500 })
    const decide = () => decideRefund(shop.app, scope(), { invoiceId, key, isReturned }, by)
    answers = [new ConnectorError('unreachable', `no answer about ${code.id}`)]
    await sendRefunds(shop.app)
    shop.advance(60)
    await withoutConnection(async () => {
      await sendRefunds(shop.app)
      const failure = 'Its connection was removed or switched off'
      const told = failed(invoiceId, { refund: key, amount: 4_500, failure, state: 'unknown', goods: 'none' })
      const { refunds, events, notices } = await storedOf(invoiceId)
      expect(refunds).toMatchObject([{ state: 'sent', failure, failures: 1, retry_at: null, ended_at: null }])
      expect([events, notices]).toEqual([[told.event], [told.notice]])
      await decide()
      await decide()
    })
    const { refunds, acts, events } = await storedOf(invoiceId)
    const failure = isReturned ? null : 'The merchant has seen that it was not returned'
    const state = isReturned ? 'succeeded' : 'failed'
    expect(refunds).toMatchObject([{ state, failure, retry_at: null, ended_at: shop.app.now() }])
    expect(acts.at(-1)).toEqual(
      isReturned ? acted('payment.refunded', { amount: -4_500 }) : acted('refund.failed', { amount: 4_500, failure }),
    )
    expect(events).toHaveLength(2)
  }
})

test('the merchant may record the outcome after five failures, not after four', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 4_600 })
  const decide = () => decideRefund(shop.app, scope(), { invoiceId, key, isReturned: true }, by)
  const fail = (failures: number) => ask('update refund set failures = $2 where key = $1', key, failures)
  await fail(4)
  await expect(decide()).rejects.toMatchObject({ code: 'refused_transition' })
  await fail(5)
  await decide()
  expect((await storedOf(invoiceId)).refunds).toMatchObject([{ state: 'succeeded' }])
})

test('ten refunds are requested at once, those that are due longest first', async () => {
  const { invoiceId } = await paidOrder()
  const keys: string[] = []
  for (let amount = 1_201; amount <= 1_212; amount++) {
    shop.advance(1)
    keys.push((await refund({ invoiceId, amount })).key)
  }
  await ask(
    `update refund set retry_at = retry_at - make_interval(secs => 2 * (amount - 1200)) where key = any ($1::uuid[])`,
    keys,
  )
  await sendRefunds(shop.app)
  const keysOf = (rows: object[]) => rows.map(row => (row as { key: string }).key).toSorted()
  expect(keysOf(asked)).toEqual(keys.slice(2).toSorted())
  await sendRefunds(shop.app)
  expect(keysOf(asked)).toEqual(keys.toSorted())
})
