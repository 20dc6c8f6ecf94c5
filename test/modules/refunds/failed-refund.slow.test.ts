import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  const refund = async () => {
    throw new ConnectorError('refused', 'this issuer takes no refunds')
  }
  const refusing = { ...connectors, interactive: { ...connectors.interactive!, refund } }
  shop = await createTestShop({ parts: { connectors: refusing } })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 10'))
})
afterAll(() => shop.close())

const stock = async () => {
  const sql = `select s.available, s.sold from stock s join variant v on v.id = s.variant_id
    where v.public_id = $1 and s.mode = $2`
  return (await shop.app.sql.query<{ available: number; sold: number }>(sql, [stall.variants.mug, shop.demo.mode]))[0]!
}

async function refundWithGoods() {
  const { payment } = await invoice(stall, await newCustomer(stall), { mug: 2 })
  // Lets its provider create the code.
  await shop.work()
  await pay(stall, payment.invoiceId)
  const before = await stock()
  const request = { invoice: payment.invoiceId, amount: 1_100, restock: true }
  const { body } = await shop.api('/refund-payment', { body: request })
  expect(body.refund).toMatchObject({ status: 'requested', restocked: true })
  expect((await stock()).available).toBe(before.available + 2)
  return { invoiceId: payment.invoiceId, before }
}

const refunds = async (id: string) => (await shop.api(`/check-payment?invoice=${id}`)).body.refunds
const failures = (id: string) =>
  shop.app.sql.query(
    `select payload->>'state' as state, payload->>'goods' as goods from event
     where type = 'refund.failed' and payload->>'invoiceId' = $1`,
    [id],
  )

test('goods that a failed refund had put back into stock are removed again', async () => {
  const { invoiceId, before } = await refundWithGoods()
  await sendRefunds(shop.app)
  expect(await refunds(invoiceId)).toMatchObject([{ status: 'failed', restocked: false }])
  expect(await stock()).toEqual(before)
  expect(await failures(invoiceId)).toEqual([{ state: 'failed', goods: 'taken_out' }])
  expect((await shop.api('/refund-payment', { body: { invoice: invoiceId, restock: true } })).status).toBe(200)
})

test('goods of a failed refund that were sold in the meantime are reported to the merchant', async () => {
  const { invoiceId } = await refundWithGoods()
  const { available } = await stock()
  const next = await invoice(stall, await newCustomer(stall), { mug: available - 1 })
  await pay(stall, next.payment.invoiceId)
  await sendRefunds(shop.app)
  expect(await refunds(invoiceId)).toMatchObject([{ status: 'failed', restocked: true }])
  expect((await stock()).available).toBe(1)
  expect(await failures(invoiceId)).toEqual([{ state: 'failed', goods: 'in_stock' }])
})
