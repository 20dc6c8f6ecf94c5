import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { makeIpaymuContract } from '../../src/connectors/ipaymu/simulator.ts'
import { makeMerchantId, makeServerKey } from '../../src/connectors/midtrans/simulator-account.ts'
import type { CodeRow } from '../../src/connectors/simulator/code.ts'
import { makeTripayContract } from '../../src/connectors/tripay/simulator.ts'
import { makeBusinessId, makeKeys } from '../../src/connectors/xendit/simulator-account.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, statusOf } from '../payments/scenario.ts'
import { connectByKey } from './by-key.ts'

// Each provider is checked for its codes, so that a payment appears within 20 seconds without notifications. Duitku
// must not be polled.
let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

// The interval at which the shop searches for due codes.
const sweepS = 1
const limitS = 20

const name = '1179000087654321'
const providers = [
  ['midtrans', { server_key: makeServerKey(name), merchant_id: makeMerchantId(name) }, 1_500],
  ['xendit', { ...makeKeys(name), business_id: makeBusinessId(name) }, 1_500],
  ['tripay', makeTripayContract('', name), 1_500],
  // Its codes live for five minutes.
  ['ipaymu', makeIpaymuContract('', name), 240],
] as const

test.each(providers)('%s: money appears within 20 seconds without a notification', async (id, keys, laterS) => {
  const { intervalS, freshS, requestsPerS } = connectors[id].window
  const credentials = { ...keys, base_url: `${shop.sandboxUrl}/${id}` }
  const standing = id === 'midtrans' || id === 'tripay' ? shop.demo : shop.second
  const key = standing === shop.demo ? shop.keys.demo : shop.keys.second
  const window = { intervalS, ...(freshS === undefined ? {} : { freshS }), requestsPerS: requestsPerS! }
  const connectionId = await connectByKey(shop, standing, { id, credentials, window })
  const payment = await create(shop, { payment_method: 'qris_user', amount: 10_000 }, key)
  await waitUntilFinished(chargePayments(shop.app, 1000))
  const pauseOf = async () => {
    const [charge] = await shop.app.sql.query<{ pause: number }>(
      'select extract(epoch from ask_at - now())::float8 as pause from charge where invoice_id = $1',
      [payment.invoice_id],
    )
    return charge!.pause
  }
  const ask = async () => {
    await shop.app.sql.write('update charge set ask_at = ask_at - make_interval(secs => $2) where invoice_id = $1', [
      payment.invoice_id,
      limitS - sweepS,
    ])
    await shop.app.sql.write("update reading set asked_until = '-infinity' where connection_id = $1", [connectionId])
    await waitUntilFinished(pollCharges(shop.app, 1000))
  }
  for (const seconds of [0, laterS]) {
    shop.advance(seconds)
    expect(await pauseOf()).toBeLessThan(limitS - sweepS)
    await ask()
    expect(await statusOf(shop, payment, key)).toBe('pending')
  }
  await payAtProvider(payment.invoice_id)
  await ask()
  expect(await statusOf(shop, payment, key)).toBe('paid')
  await shop.app.sql.write('update connection set is_active = false where id = $1', [connectionId])
  shop.forgetKeys()
})

async function payAtProvider(invoiceId: string): Promise<void> {
  const [code] = await shop.app.sql.query<CodeRow>(
    'select s.* from charge g join sandbox.code s on s.qris = g.qris where g.invoice_id = $1',
    [invoiceId],
  )
  const paid = 'update sandbox.code set paid_at = $2, transfer_reference = $3 where id = $1'
  await shop.app.sql.write(paid, [code!.id, shop.app.now(), String(code!.id)])
}
