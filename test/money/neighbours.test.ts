import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { followPushes } from '../../src/money/follow-pushes.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, letExpire, send } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('late money by a code', () => {
  test('late money by a code is never accepted for another payment, which has a code of its own', async () => {
    const qris = { payment_method: 'qris' }
    const [paid, other] = [await create(shop, qris), await create(shop, { ...qris, amount: 30_000 })]
    await detect(shop)
    await letExpire(shop)
    await send(shop, { invoice_id: paid.invoice_id })
    await detect(shop)
    const [money] = await shop.app.sql.query<{ id: number }>(
      "select id from transfer where state = 'review' and invoice_id = $1",
      [paid.invoice_id],
    )
    const accept = (invoiceId: string) =>
      acceptTransfer(shop.app, shop.demo, { transferId: money!.id, invoiceId, actor: 'command' })
    await expect(accept(other.invoice_id)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await accept(paid.invoice_id)).toBe(paid.invoice_id)
    const statuses = await shop.app.sql.query('select status from payment where invoice_id = any($1) order by amount', [
      [paid.invoice_id, other.invoice_id],
    ])
    expect(statuses).toEqual([{ status: 'paid' }, { status: 'expired' }])
  })
})

describe('polled connections beside pushing ones', () => {
  test('polled connections are not marked as read, silent or recovered by time alone', async () => {
    await createConnection(shop.app, {
      accountId: shop.operator.accountId,
      connector: 'mutations',
      mode: 'test',
      label: 'Phone',
      credentials: {
        method: 'wallet_direct',
        secret: 'a-secret-of-16-or-more',
        apps: ['id.dana'],
        dialect: 'native',
        account: '0811',
      },
    })
    const stateOf = () =>
      shop.app.sql.query(
        `select c.connector, r.watermark, c.failing_since from reading r join connection c on c.id = r.connection_id
         where c.connector <> 'mutations' order by c.id`,
      )
    await shop.app.sql.write(
      `update connection set window_overrides = coalesce(window_overrides, '{}') || '{"heartbeatS": 1}'
       where account_id = $1 and connector = 'wallet'`,
      [shop.demo.accountId],
    )
    await shop.app.sql.write(
      "update connection set failing_since = now() where account_id = $1 and connector = 'wallet'",
      [shop.second.accountId],
    )
    const before = await stateOf()
    shop.advance(3600)
    await followPushes(shop.app)
    expect(await stateOf()).toEqual(before)
  })
})
