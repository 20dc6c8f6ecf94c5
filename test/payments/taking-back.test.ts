import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSnapShop, type SnapShop } from '../hooks/snap-shop.ts'
import { count, create, detect, send, statusOf, transfers } from './scenario.ts'

let shop: SnapShop

beforeEach(async () => {
  shop = await openSnapShop('midtrans')
})
afterEach(() => shop.close())

async function createCoded() {
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  return payment
}

const cancel = (invoice: string) => shop.api('/cancel-payment', { body: { invoice } })
const isTakenBack = async () => (await count(shop, 'sandbox.code', 'cancelled_at is not null')) === 1

test('the code of a cancelled payment is taken back at its provider, and one of an open payment is not', async () => {
  const [cancelled] = [await createCoded(), await createCoded()]
  await cancel(cancelled.invoice_id)
  await detect(shop)
  expect(await isTakenBack()).toBe(true)
  expect(await statusOf(shop, cancelled)).toBe('cancelled')
})

test('a code that was paid before it could be taken back keeps its money, in review', async () => {
  const payment = await createCoded()
  await cancel(payment.invoice_id)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  expect(await isTakenBack()).toBe(false)
  expect(await transfers(shop)).toMatchObject([{ state: 'review', reason: 'cancelled' }])
})

test('a provider that cannot be asked to is asked again', async () => {
  const payment = await createCoded()
  await cancel(payment.invoice_id)
  await shop.sandbox('/faults', { connector: 'snap', operation: 'cancel', mode: 'error' })
  await detect(shop)
  expect(await isTakenBack()).toBe(false)
  await shop.sandbox('/faults', { connector: 'snap', operation: 'cancel', mode: 'off' })
  await detect(shop)
  expect(await isTakenBack()).toBe(true)
})
