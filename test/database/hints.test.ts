import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../src/database/transaction.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake, type Wake } from '../../src/lib/wake.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
const woken: string[] = []

beforeAll(async () => {
  const heard: Wake = { ...createLocalWake(silentLog), notify: channel => woken.push(channel) }
  shop = await createTestShop({ parts: { wake: heard } })
})
afterAll(() => shop.close())
beforeEach(() => {
  woken.length = 0
})

const asked = { amount: 15_000, paymentMethod: 'qris' as const }
const payments = async () => (await shop.app.sql.query<{ count: number }>('select count(*) from payment'))[0]!.count

test('a transaction wakes those who wait for its rows, each once, only after its commit', async () => {
  const before = await payments()
  let seen: number | undefined
  const notify = shop.app.wake.notify
  shop.app.wake.notify = channel => {
    notify(channel)
    // A worker that is woken finds the rows, reading on its own connection.
    void payments().then(count => {
      seen = count
    })
  }
  await shop.app.transaction(shop.demo, async tx => {
    await createPayment(shop.app, shop.demo, asked, { tx })
    tx.wake('charges', 'notices')
    expect(woken).toEqual([])
  })
  shop.app.wake.notify = notify
  expect(woken).toEqual(['charges', 'notices'])
  await expect.poll(() => seen).toBe(before + 1)
})

test('a use-case within another one wakes at the commit of the outer one', async () => {
  const outer = async (tx: Tx) => {
    await createPayment(shop.app, shop.demo, asked, { tx })
    expect(woken).toEqual([])
    await tx.em.transactional(async () => tx.wake('inner'))
    expect(woken).toEqual([])
  }
  await shop.app.transaction(shop.demo, outer)
  expect(woken).toEqual(['charges', 'inner'])
})

test('a transaction that is rolled back notifies no worker', async () => {
  const before = await payments()
  const failing = shop.app.transaction(shop.demo, async tx => {
    await createPayment(shop.app, shop.demo, asked, { tx })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(woken).toEqual([])
  expect(await payments()).toBe(before)
})

test('a transaction that the database refuses to commit notifies no worker', async () => {
  const failing = shop.app.transaction('installation', async tx => {
    tx.wake('notices')
    await tx.write('create table late (id int primary key deferrable initially deferred)')
    await tx.write('insert into late values (1), (1)')
  })
  await expect(failing).rejects.toThrow(/duplicate key/)
  expect(woken).toEqual([])
})

test('a retry after a deadlock notifies the workers of the committed attempt', async () => {
  let tries = 0
  await shop.app.transaction('installation', async tx => {
    tries++
    tx.wake(tries === 1 ? 'of the first try' : 'of the second try')
    if (tries === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  expect(woken).toEqual(['of the second try'])
})
