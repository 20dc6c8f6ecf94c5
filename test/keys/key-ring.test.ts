import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

test('a process follows the keys of others, including new ones, without rereading known ones', async () => {
  const { app } = shop
  let read = 0
  const em: typeof app.em = scope => {
    const counting = app.em(scope)
    const find = counting.find.bind(counting)
    counting.find = ((...asked: Parameters<typeof find>) => {
      read++
      return find(...asked)
    }) as never
    return counting
  }
  const ring = await openKeyRing({ database: { ...app, em }, secretKey: app.config.secretKey })
  const first = ring.seal.keyId()
  for (const look of [1, 2]) {
    await ring.refresh()
    expect(read, `after ${look} looks`).toBe(1)
  }

  await app.transaction('shared', tx => app.keyRing.add(tx.em, 60))
  await ring.refresh()
  expect(read).toBe(2)
  expect(ring.seal.keyId()).toBe(first)

  // It becomes due without a change of any row.
  const sealed = ring.seal.seal('a text', 'of a test')
  await app.sql.write("update seal_key set active_from = now() + interval '50 ms' where id <> $1", [first])
  await expect.poll(() => ring.refresh().then(() => ring.seal.keyId())).not.toBe(first)
  expect(ring.seal.open(sealed, 'of a test')).toBe('a text')
  await ring.refresh()
  expect(read).toBeLessThanOrEqual(4)
})
