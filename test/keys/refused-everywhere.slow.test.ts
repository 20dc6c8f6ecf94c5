import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { createApiRouter } from '../../src/api/endpoint.ts'
import type { HttpServer } from '../../src/http/serve-http.ts'
import { ApiKey } from '../../src/keys/api-key.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { rollKey } from '../../src/keys/roll-key.ts'
import { createStandingMemory } from '../../src/keys/standing.ts'
import { suspendAccount } from '../../src/keys/suspend-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { endpoints } from '../kit/parts.ts'
import { serveRouters } from '../kit/serve-routers.ts'

let shop: TestShop
let second: HttpServer
let urls: string[]

// The second server remembers keys on its own, as another process does.
beforeAll(async () => {
  shop = await createTestShop()
  second = await serveRouters({ routers: [createApiRouter(shop.app, endpoints, createStandingMemory())] })
  urls = [shop.url, `http://127.0.0.1:${second.port}`]
})
afterAll(async () => {
  await second.close(1_000)
  await shop.close()
})

/** Sends requests with a key to both servers until `end` has returned and a few more were sent. */
async function requestsDuring(key: string, end: () => Promise<unknown>) {
  let isEnded = false
  const answers: { isAfter: boolean; status: number }[] = []
  const clients = [...urls, ...urls].map(async url => {
    for (let left = 5; left > 0; left -= isEnded ? 1 : 0) {
      const isAfter = isEnded
      const { status } = await fetch(`${url}/api/get-balance`, { headers: { 'x-api-key': key } })
      answers.push({ isAfter, status })
    }
  })
  await expect.poll(() => answers.length).toBeGreaterThan(20)
  await end()
  isEnded = true
  await Promise.all(clients)
  return {
    before: new Set(answers.filter(({ isAfter }) => !isAfter).map(({ status }) => status)),
    after: answers.filter(({ isAfter }) => isAfter).map(({ status }) => status),
  }
}

const ends = {
  'a key that was revoked': (accountId: number, keyId: number) => revokeKey(shop.app, accountId, keyId),
  'a key that was rolled without an overlap': (accountId: number, keyId: number) =>
    rollKey(shop.app, accountId, { keyId, overlapS: 0 }),
  'a key of an account that was suspended': (accountId: number) =>
    suspendAccount(shop.app, accountId, { isSuspended: true }),
}

test.each(Object.entries(ends))('%s is refused by every process at its next request', async (label, end) => {
  const { accountId } = shop.demo
  const key = await createKey(shop.app, { accountId, mode: 'test', label }, commandActor)
  const { id } = await shop.app.em({ accountId, mode: 'test' }).findOneOrFail(ApiKey, { label })
  const { before, after } = await requestsDuring(key, () => end(accountId, id))
  expect(before).toContain(200)
  expect(after.length).toBeGreaterThan(10)
  // After some wrong keys, an address has to wait.
  expect(after.filter(status => status !== 401 && status !== 429)).toEqual([])
})
