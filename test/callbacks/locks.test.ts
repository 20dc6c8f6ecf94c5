import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptedDelivery } from '../../src/callbacks/attempted-delivery.ts'
import { recordHealth } from '../../src/callbacks/record-health.ts'
import type { Tx } from '../../src/database/transaction.ts'
import type { TestShop } from '../kit/app.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
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

test('an account that another process is claiming for is skipped, and the callbacks of others are sent', async () => {
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

test('all processes write the health of addresses in the same order, so that none waits for another', async () => {
  const { accountId } = shop.demo
  const write = (tx: Tx, origin: string) =>
    tx.write('insert into callback_endpoint (account_id, origin) values ($1, $2) on conflict do nothing', [
      accountId,
      origin,
    ])
  const attempts = ['https://b.example', 'https://a.example'].map(origin => ({
    delivery: { account: { id: accountId }, origin, troubled: true },
    outcome: { next: 'retry' },
  }))
  const tries = { first: 0, second: 0 }
  let writing: Promise<void> | undefined
  await shop.app.transaction('installation', async first => {
    tries.first++
    await write(first, 'https://a.example')
    writing ??= shop.app.transaction('installation', async second => {
      tries.second++
      await recordHealth(shop.app, second, attempts as unknown as AttemptedDelivery[], shop.app.now())
    })
    await waitUntilWaiting(shop, 1)
    await write(first, 'https://b.example')
  })
  await writing
  // A transaction that was ended because of a deadlock is tried again.
  expect(tries).toEqual({ first: 1, second: 1 })
}, 30_000)

test('two processes that count failures of one address at the same time count both', async () => {
  const { accountId } = shop.demo
  const origin = 'https://counted.example'
  const failed = { delivery: { account: { id: accountId }, origin }, outcome: { next: 'retry' } }
  const record = (tx: Tx) => recordHealth(shop.app, tx, [failed] as unknown as AttemptedDelivery[], shop.app.now())
  await shop.app.transaction('installation', record)
  let second: Promise<void> | undefined
  await shop.app.transaction('installation', async first => {
    await first.query('select 1 from callback_endpoint where origin = $1 for update', [origin])
    second ??= shop.app.transaction('installation', record)
    await waitUntilWaiting(shop, 1)
    await record(first)
  })
  await second
  const [health] = await shop.app.sql.query(
    'select failures_in_row as failures, window_tries as tries from callback_endpoint where origin = $1',
    [origin],
  )
  expect(health).toEqual({ failures: 3, tries: 3 })
}, 30_000)

function received(): string[] {
  return receiver.received.map(({ body }) => JSON.parse(body).invoice_id)
}
