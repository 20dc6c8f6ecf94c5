import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShop } from '../kit/app.ts'
import { deliver, openShop, paidPayment, type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
let shop: TestShop

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

test('an account that another process is claiming for is left to it, and the callbacks of others go out', async () => {
  const own = await paidPayment(shop, receiver.url)
  const others = await paidPayment(shop, receiver.url, shop.keys.second)
  await shop.app.transaction('installation', async tx => {
    await tx.query('select 1 from account where id = $1 for no key update', [shop.demo.accountId])
    await deliver(shop)
  })
  expect(received()).toEqual([others])
  await deliver(shop)
  expect(received()).toEqual([others, own])
}, 30_000)

function received(): string[] {
  return receiver.received.map(({ body }) => JSON.parse(body).invoice_id)
}
