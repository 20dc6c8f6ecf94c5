import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectors } from '../../../src/connectors/index.ts'
import { changeRefund, undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { decideRefund } from '../../../src/modules/refunds/finish-refund.ts'
import { proveRefund } from '../../../src/modules/refunds/prove-refund.ts'
import { type NewRefund, refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { findRefusalReason } from '../../kit/find-refusal-reason.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

// Pages and chats describe a refusal by its field, code and bounds.

let shop: TestShop
let stall: Stall
let picture: Buffer

const refunding = {
  ...connectors.interactive!,
  refund: async () => ({ state: 'pending', reference: 'RF-1' }),
} as typeof connectors.interactive

beforeAll(async () => {
  shop = await createTestShop({
    isClockStopped: true,
    parts: { connectors: { ...connectors, interactive: refunding } },
  })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#845' } })
    .png()
    .toBuffer()
})
afterAll(() => shop.close())

const by = { actor: 'user 12', address: '192.0.2.9' }
const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

/** Creates a paid order of two mugs and three haircuts. */
async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 2, shave: 3 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const items = (await findOrder(shop.app, shop.demo, order.orderNumber)).items.$.getItems()
  const [mug, shave] = [45_000, 30_000].map(price => items.find(item => item.price === price)!.id) as [number, number]
  return { invoiceId: payment.invoiceId, paid: payment.finalAmount, mug, shave }
}

const refund = (request: NewRefund) => refundPayment(shop.app, scope(), { isNoted: true, ...request }, by)
const nothing = { code: 'refused_transition' }
const missing = (name: string) => `There is no such ${name}`
const unknown = 'INV-00000000000000000000'

test('an amount is from one rupiah to what is left, and nothing is left of a payment that was refunded', async () => {
  const { invoiceId, paid } = await paidOrder()
  await refund({ invoiceId, amount: 1_000 })
  const bounds = [{ path: 'amount', code: 'out_of_range', min: 1, max: paid - 1_000 }]
  for (const amount of [0, -1, paid - 999])
    expect(await findRefusalReason(refund({ invoiceId, amount }))).toEqual(bounds)
  await refund({ invoiceId, amount: 1 })
  await refund({ invoiceId, amount: paid - 1_001 })
  for (const amount of [1, undefined]) expect(await findRefusalReason(refund({ invoiceId, amount }))).toEqual(nothing)
})

test('lines are those of the order, with at most the ordered units, and cost at most what is left', async () => {
  const { invoiceId, paid, mug, shave } = await paidOrder()
  const take = (...lines: { itemId: number; quantity: number }[]) => refund({ invoiceId, lines })
  expect(await findRefusalReason(take({ itemId: 10 ** 9, quantity: 1 }))).toEqual([
    { path: 'lines', code: 'not_found' },
  ])
  for (const [itemId, max] of [
    [mug, 2],
    [shave, 3],
  ] as const) {
    for (const quantity of [0, max + 1]) {
      expect(await findRefusalReason(take({ itemId, quantity }))).toEqual([
        { path: 'lines', code: 'out_of_range', min: 1, max },
      ])
    }
  }
  const { payment } = await take({ itemId: mug, quantity: 1 }, { itemId: shave, quantity: 2 })
  expect(payment.refunds).toMatchObject([{ amount: 105_000 }])
  const rest = await take({ itemId: mug, quantity: 2 }, { itemId: shave, quantity: 3 })
  expect(rest.payment.refunds).toMatchObject([{}, { amount: paid - 105_000 }])
})

test('only counted goods of an order that were sold go back to stock, each unit once', async () => {
  const { invoiceId, mug, shave } = await paidOrder()
  const refused = [{ path: 'restock', code: 'not_allowed' }]
  const back = (lines?: { itemId: number; quantity: number }[]) =>
    refund({ invoiceId, amount: 100, restock: true, lines })
  expect(await findRefusalReason(back([{ itemId: shave, quantity: 1 }]))).toEqual(refused)
  expect(await findRefusalReason(back([{ itemId: mug, quantity: 1 }]))).toBeNull()
  const { payment } = await back()
  expect(payment.refunds).toHaveLength(2)
  const restocked = 'select restocked from refund where invoice_id = $1 order by id'
  const one = [{ itemId: mug, quantity: 1 }]
  expect(await shop.app.sql.query(restocked, [invoiceId])).toEqual([{ restocked: one }, { restocked: one }])
  expect(await findRefusalReason(back())).toEqual(refused)
  const { body } = await shop.api('/create-payment', { body: { amount: 15_000, payment_method: 'qris' } })
  const alone: string = body.data.invoice_id
  expect(await findRefusalReason(refund({ invoiceId: alone }))).toEqual(nothing)
  await shop.work()
  await pay(stall, alone)
  expect(await findRefusalReason(refund({ invoiceId: alone, restock: true }))).toEqual(refused)
})

test('what does not exist, or belongs to another account, is not found', async () => {
  const { invoiceId } = await paidOrder()
  const key = randomUUID()
  expect(await findRefusalReason(refund({ invoiceId: unknown }))).toBe(missing('payment'))
  const theirs = { accountId: shop.second.accountId, mode: 'test' as const }
  expect(await findRefusalReason(refundPayment(shop.app, theirs, { invoiceId }, by))).toBe(missing('payment'))
  const which = { invoiceId, key }
  for (const attempt of [
    () => undoRefund(shop.app, scope(), { ...which, reason: 'Salah' }, by),
    () => changeRefund(shop.app, scope(), { ...which, reason: 'Salah' }, by),
    () => proveRefund(shop.app, scope(), { ...which, picture }, by),
    () => decideRefund(shop.app, scope(), { ...which, isReturned: true }, by),
  ]) {
    expect(await findRefusalReason(attempt())).toBe(missing('refund'))
  }
})

test('a record is changed for a day, and cancelled with a reason afterwards', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 1_000 })
  const change = () => changeRefund(shop.app, scope(), { invoiceId, key, reason: null }, by)
  const undo = (reason?: string) => undoRefund(shop.app, scope(), { invoiceId, key, reason }, by)
  shop.advance(86_399.999)
  expect(await findRefusalReason(change())).toBeNull()
  shop.advance(0.001)
  expect(await findRefusalReason(change())).toEqual(nothing)
  expect(await findRefusalReason(undo())).toEqual([{ path: 'reason', code: 'missing' }])
  const { refunds } = await undo('Belum dikirim')
  const correction = refunds!.at(-1)!.key
  // It is cancelled: another attempt changes nothing, and needs no reason.
  expect((await undo()).refunds).toEqual(refunds)
  for (const act of [undoRefund, changeRefund]) {
    const attempt = act(shop.app, scope(), { invoiceId, key: correction, reason: 'Salah' }, by)
    expect(await findRefusalReason(attempt)).toEqual(nothing)
  }
  const proof = proveRefund(shop.app, scope(), { invoiceId, key: correction, picture }, by)
  expect(await findRefusalReason(proof)).toEqual(nothing)
})

test('a refund by the provider is neither changed nor cancelled, and is proven unless it failed', async () => {
  const { invoiceId } = await paidOrder()
  const { key } = await refund({ invoiceId, amount: 1_000, isNoted: false })
  for (const act of [undoRefund, changeRefund]) {
    expect(await findRefusalReason(act(shop.app, scope(), { invoiceId, key, reason: 'x' }, by))).toEqual(nothing)
  }
  expect(await findRefusalReason(decideRefund(shop.app, scope(), { invoiceId, key, isReturned: true }, by))).toEqual(
    nothing,
  )
  const prove = () => proveRefund(shop.app, scope(), { invoiceId, key, picture }, by)
  const proofOf = async () => {
    const rows = await shop.app.sql.query<{ proof: string }>('select proof from refund where key = $1', [key])
    return rows[0]!.proof
  }
  await prove()
  const first = await proofOf()
  await prove()
  const second = await proofOf()
  expect(second).not.toBe(first)
  await shop.app.goods.open('images', second)
  await expect(shop.app.goods.open('images', first)).rejects.toThrow()
  const sql = `select chain, actor, address, detail from audit_entry where subject = $1 and act = 'refund.proved'`
  const entry = { chain: shop.demo.accountId, ...by, detail: {} }
  expect(await shop.app.sql.query(sql, [invoiceId])).toEqual([entry, entry])
  await shop.app.sql.write(`update refund set state = 'failed', ended_at = now(), retry_at = null where key = $1`, [
    key,
  ])
  expect(await findRefusalReason(prove())).toEqual(nothing)
  expect(await proofOf()).toBe(second)
})
