import { afterAll, beforeAll, expect, test } from 'vitest'
import { listModules } from '../../../src/app.ts'
import { ConfigError } from '../../../src/config.ts'
import { refuseOpenWork } from '../../../src/modules/refuse-open-work.ts'
import { createWebhook } from '../../../src/modules/webhooks/create-webhook.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { create } from '../../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ settings: { MODULES: 'none' } })
})
afterAll(() => shop.close())

test('a start without webhooks is refused while an endpoint is enabled, and owed events are counted', async () => {
  const owner = { accountId: shop.demo.accountId, mode: 'test' as const }
  const { endpoint } = await createWebhook(shop.app, owner, { url: 'https://shop.example/events' }, { actor: 'test' })
  const start = () => refuseOpenWork(shop.app, listModules(shop.app.config))
  await expect(start()).rejects.toThrow(
    new ConfigError(['MODULES: webhooks cannot be off yet: 1 endpoints that are switched on']),
  )
  await shop.app.sql.write('update endpoint set disabled_at = now() where id = $1', [endpoint.id])
  await start()
})

test('payments are created, paid and counted while webhooks are off, and no event is planned', async () => {
  const payment = await create(shop, { amount: 31_700, payment_method: 'qris' })
  await shop.work()
  await payInvoice(shop, payment.invoice_id)
  const [row] = await shop.app.sql.query(
    `select status, sequence, (select array_agg(type order by type) from event where subject = invoice_id) as types
     from payment where invoice_id = $1`,
    [payment.invoice_id],
  )
  expect(row).toEqual({ status: 'paid', sequence: 2, types: ['payment.created', 'payment.paid'] })
  expect(await shop.app.sql.query('select from owed_event')).toEqual([])
})
