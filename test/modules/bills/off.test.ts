import { afterAll, beforeAll, expect, test } from 'vitest'
import { listModules, selectModules } from '../../../src/app.ts'
import { ConfigError } from '../../../src/config.ts'
import { replayOwedReactions } from '../../../src/events/replay-owed-reactions.ts'
import { createBill } from '../../../src/modules/bills/create-bill.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { foldReactions } from '../../../src/modules/fold.ts'
import { refuseOpenWork } from '../../../src/modules/refuse-open-work.ts'
import { reactions } from '../../../src/reactions.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { create } from '../../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ settings: { MODULES: 'none' } })
})
afterAll(() => shop.close())

const owed = () =>
  shop.app.sql.query("select e.subject from owed_reaction o join event e on e.id = o.event_id where o.module = 'bills'")

test('a start without the module of bills is refused while one has an open payment, with their number', async () => {
  const { id } = await createBill(shop.app, shop.demo, { title: 'Iuran', amount: 41_300 }, 'test')
  const { invoiceId } = await openBill(shop.app, shop.demo, id, {})
  const refused = refuseOpenWork(shop.app, listModules(shop.app.config))
  await expect(refused).rejects.toThrow(new ConfigError(['MODULES: bills cannot be off yet: 1 open payments of bills']))

  // Its money settles like any other, and the bill counts it once the module is on again.
  await payInvoice(shop, invoiceId)
  const stateOf = () =>
    shop.app.sql.query(
      'select p.status as payment, b.status as bill from bill b, payment p where b.id = $1 and p.invoice_id = $2',
      [id, invoiceId],
    )
  expect(await stateOf()).toEqual([{ payment: 'paid', bill: 'open' }])
  expect(await owed()).toEqual([{ subject: invoiceId }])
  const on = { ...shop.app, reactions: foldReactions(reactions, selectModules({ modules: 'bills' }).reactions) }
  const bills = listModules({ modules: 'bills' }).flatMap(({ module, isOn }) => (isOn ? [module] : []))
  expect(await replayOwedReactions(on, bills)).toBe(1)
  expect(await stateOf()).toEqual([{ payment: 'paid', bill: 'paid' }])
  expect(await owed()).toEqual([])
  await refuseOpenWork(shop.app, listModules(shop.app.config))
})

test('a payment without a bill needs no module of bills', async () => {
  const payment = await create(shop, { amount: 27_900, payment_method: 'qris' })
  await shop.work()
  await payInvoice(shop, payment.invoice_id)
  expect(await owed()).toEqual([])
})
