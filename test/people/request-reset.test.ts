import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { requestReset } from '../../src/people/request-reset.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createLinkedUser } from './linked-user.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await createLinkedUser(shop)
})
afterAll(() => shop.close())

const ask = (username: string) => requestReset(shop.app, { username, address: '203.0.113.9' })
const codes = async () => (await shop.app.sql.query('select 1 from one_time_code')).length

test('the response does not wait for the code, so its time does not reveal who has a chat', async () => {
  // The transaction that sends the code has to wait for the user's row.
  const release = await lockUsers()
  const started = await ask('ayu')
  expect(await codes()).toBe(0)
  await release()
  await waitUntilFinished(Promise.resolve(started))
  expect(await codes()).toBe(1)
})

test('an unknown name receives nothing, and counts the same', async () => {
  const before = await codes()
  expect(await waitUntilFinished(ask('nobody'))).toBe(1)
  expect(await codes()).toBe(before)
  const tried = await shop.app.sql.query<{ key: string }>(
    `select key from attempt where key like 'reset name %' order by key`,
  )
  expect(tried.map(({ key }) => key)).toEqual(['reset name ayu', 'reset name nobody'])
})

test('an error while sending is logged, and does not change the answer', async () => {
  await shop.app.sql.write('alter table one_time_code rename to one_time_code_away')
  try {
    expect(await waitUntilFinished(ask('ayu'))).toBe(1)
  } finally {
    await shop.app.sql.write('alter table one_time_code_away rename to one_time_code')
  }
})

/** Locks every user's row in a separate transaction until it is released. */
async function lockUsers(): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  let isLocked = () => {}
  const locked = new Promise<void>(resolve => (isLocked = resolve))
  const holding = shop.app.transaction('installation', async tx => {
    await tx.query('select id from app_user for update')
    isLocked()
    await released
  })
  await locked
  return async () => {
    release()
    await holding
  }
}
