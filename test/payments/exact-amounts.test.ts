import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { setExactAmounts } from '../../src/connections/set-exact-amounts.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, create, detect, send, statusOf, transfers } from './scenario.ts'

let shop: TestShop
let connectionId: number

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
  connectionId = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    mode: 'test',
    label: 'Sendiri',
    window: sandboxWindow,
    credentials: makeInteractiveCredentials(shop.sandboxUrl, 'TOKO-PERSIS'),
  })
  shop.forgetKeys()
})
afterAll(() => shop.close())

const drawAmount = () => randomInt(10_000, 400_000)
const byOwnCode = (amount: number) => create(shop, { payment_method: 'qris_user', amount })

test("a code of the merchant's own provider has exactly the price as its amount", async () => {
  const amount = drawAmount()
  const payment = await byOwnCode(amount)
  expect(payment).toMatchObject({ amount, unique_code: 0, final_amount: amount })
  await shop.work()
  const view = await viewPayment(shop.app, payment.invoice_id)
  expect(parseQris(view!.qris!)).toMatchObject({ amount })
  expect(await count(shop, 'hold', `invoice_id = '${payment.invoice_id}'`)).toBe(0)
})

test('of two open codes with the same amount, the scanned one is paid', async () => {
  const amount = drawAmount()
  const [first, second] = [await byOwnCode(amount), await byOwnCode(amount)]
  expect([first.final_amount, second.final_amount]).toEqual([amount, amount])
  await shop.work()
  await send(shop, { invoice_id: second.invoice_id })
  await detect(shop)
  expect([await statusOf(shop, first), await statusOf(shop, second)]).toEqual(['pending', 'paid'])
})

test('money of an equal amount at another account of the merchant leaves the payment open', async () => {
  const payment = await byOwnCode(drawAmount())
  await shop.work()
  const { reference } = await send(shop, { connector: 'wallet', amount: payment.final_amount })
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('pending')
  expect(await transfers(shop)).toContainEqual(
    expect.objectContaining({ reference, state: 'review', invoice_id: null }),
  )
})

test('an existing connection keeps its unique codes until its merchant switches', async () => {
  await shop.app.sql.write('update connection set is_exact = false where id = $1', [connectionId])
  shop.forgetKeys()
  const before = await byOwnCode(drawAmount())
  expect(before.unique_code).toBeGreaterThan(0)
  expect(before.final_amount).toBe(before.amount + before.unique_code)

  const asked = { connectionId, isExact: true }
  expect(await setExactAmounts(shop.app, shop.demo.accountId, asked)).toBe(true)
  expect(await setExactAmounts(shop.app, shop.demo.accountId, asked)).toBe(false)
  shop.forgetKeys()
  expect((await byOwnCode(drawAmount())).unique_code).toBe(0)
  expect(await statusOf(shop, before)).toBe('pending')
})

test('exact amounts cannot be set for an account that is polled, nor by another merchant', async () => {
  const [wallet] = await shop.app.sql.query<{ id: number }>(
    `select id from connection where account_id = $1 and connector = 'wallet'`,
    [shop.demo.accountId],
  )
  const { accountId } = shop.demo
  await expect(setExactAmounts(shop.app, accountId, { connectionId: wallet!.id, isExact: true })).rejects.toMatchObject(
    { code: 'invalid_request' },
  )
  await expect(
    setExactAmounts(shop.app, shop.second.accountId, { connectionId, isExact: false }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test("the operator's qris keeps its unique codes", async () => {
  const payment = await create(shop, { payment_method: 'qris', amount: drawAmount() })
  expect(payment.unique_code).toBeGreaterThan(0)
})

test("an amount outside the provider's limits is refused with those limits", async () => {
  await shop.app.sql.write(`update connection set window_overrides = window_overrides || $2 where id = $1`, [
    connectionId,
    { amountMin: 10_000, amountMax: 5_000_000 },
  ])
  shop.forgetKeys()
  const refused = await shop.api('/create-payment', { body: { amount: 9_999, payment_method: 'qris_user' } })
  expect(refused.body).toMatchObject({ success: false, code: 'amount_out_of_range' })
  expect(JSON.stringify(refused.body)).toContain('10.000')
  expect(await byOwnCode(10_000)).toMatchObject({ final_amount: 10_000 })
  await switchConnection(shop.app, shop.demo.accountId, { connectionId, isActive: false })
})
