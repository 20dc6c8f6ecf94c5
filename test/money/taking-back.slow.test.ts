import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { pickOffer } from '../../src/payments/pick-offer.ts'
import { openSnapShop, type SnapShop } from '../hooks/snap-shop.ts'
import { count, create, detect, lifetimeS, send, statusOf, transfers } from '../payments/scenario.ts'

let shop: SnapShop

beforeEach(async () => {
  shop = await openSnapShop('midtrans', { parts: { connectors: { ...connectors, snap: longLived } } })
})
afterEach(() => shop.close())

let cancels = 0

// Its codes are valid for a day, whatever their payments do, like those of providers without a validity.
const longLived: Connector = {
  ...connectors.snap!,
  async charge(call, request) {
    const { endsAt: _, ...code } = await connectors.snap!.charge!(call, request)
    return code
  },
  async cancel(...asked) {
    cancels++
    return connectors.snap!.cancel!(...asked)
  },
}

async function createCoded() {
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  return payment
}

const cancel = (invoice: string) => shop.api('/cancel-payment', { body: { invoice } })
const isTakenBack = async () => (await count(shop, 'sandbox.code', 'cancelled_at is not null')) === 1

test('the code of a cancelled payment is revoked at its provider, and that of an open payment is not', async () => {
  const [cancelled] = [await createCoded(), await createCoded()]
  await cancel(cancelled.invoice_id)
  await detect(shop)
  expect(await isTakenBack()).toBe(true)
  expect(await statusOf(shop, cancelled)).toBe('cancelled')
})

test('a code that was paid before it was revoked keeps its money, in review', async () => {
  const payment = await createCoded()
  await cancel(payment.invoice_id)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  expect(await isTakenBack()).toBe(false)
  expect(await transfers(shop)).toMatchObject([{ state: 'review', reason: 'cancelled' }])
})

test('an expired code is not revoked, because it can no longer be paid', async () => {
  const payment = await createCoded()
  await postpone()
  await cancel(payment.invoice_id)
  shop.advance(86_400 + 60)
  cancels = 0
  await shop.app.sql.write('update charge set ask_at = now()')
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(cancels).toBe(0)
})

test('revoking a code is retried if the provider fails', async () => {
  const payment = await createCoded()
  await cancel(payment.invoice_id)
  await shop.sandbox('/faults', { connector: 'snap', operation: 'cancel', mode: 'error' })
  await detect(shop)
  expect(await isTakenBack()).toBe(false)
  await shop.sandbox('/faults', { connector: 'snap', operation: 'cancel', mode: 'off' })
  await detect(shop)
  expect(await isTakenBack()).toBe(true)
})

/** Postpones all checks of codes. */
const postpone = () => shop.app.sql.write("update charge set ask_at = now() + interval '1 hour'")

test('the code of an expired payment is revoked immediately, not in its next turn', async () => {
  const payment = await createCoded()
  shop.advance(lifetimeS + 5)
  await shop.app.sql.write('update charge set ask_at = now()')
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(await isTakenBack(), 'while it is pending').toBe(false)
  await postpone()
  await expirePayments(shop.app)
  expect(await statusOf(shop, payment)).toBe('expired')
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(await isTakenBack()).toBe(true)
})

test('the code of a cancelled payment is revoked immediately, not in its next turn', async () => {
  const payment = await createCoded()
  await postpone()
  await cancel(payment.invoice_id)
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(await isTakenBack()).toBe(true)
})

test('the code of a payment that was paid in another way is revoked, so that it is not paid twice', async () => {
  await shop.close()
  const settings = { EDITION: 'verification' }
  shop = await openSnapShop('midtrans', { settings, parts: { connectors: { ...connectors, snap: longLived } } })
  const payment = await create(shop, { payment_method: 'all' })
  await pickOffer(shop.app, payment.invoice_id, 'qris')
  await detect(shop)
  await postpone()
  await send(shop, { connector: 'wallet', amount: payment.final_amount })
  await shop.app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(shop.app, 10))
  expect(await statusOf(shop, payment)).toBe('paid')
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(await isTakenBack()).toBe(true)
})
