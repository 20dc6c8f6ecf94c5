import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { create } from '../payments/scenario.ts'

const pagesMax = 40
const renewEveryMs = 10_000

let shop: TestShop
let connectionId: number
let pages: number
/** Runs during the provider's answer for a page. */
let meanwhile: (page: number) => Promise<void>

beforeAll(async () => {
  const wallet: Connector = {
    ...connectors.wallet!,
    async transfers({ credentials }) {
      if ((credentials as { account: string }).account !== demoAccounts.wallet) return { transfers: [], cursor: null }
      await meanwhile(++pages)
      return { transfers: [], cursor: pages < pagesMax ? `${pages}` : null }
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, wallet } } })
  connectionId = shop.demo.connections.find(({ connector }) => connector === 'wallet')!.id
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

beforeEach(async () => {
  pages = 0
  await create(shop)
  await shop.hurry()
})

const set = (assignment: string) =>
  shop.app.sql.write(`update reading set ${assignment} where connection_id = $1`, [connectionId])

async function leaseLeftS(): Promise<number> {
  const [row] = await shop.app.sql.query<{ left: number }>(
    'select extract(epoch from leased_until - now())::integer as left from reading where connection_id = $1',
    [connectionId],
  )
  return row!.left
}

test('a connection with a long list stays with its reader, which renews the lease and reads to the end', async () => {
  meanwhile = async page => {
    if (page > 1) return
    await set("leased_until = now() + interval '2 seconds'")
    vi.advanceTimersByTime(renewEveryMs)
    await expect.poll(leaseLeftS, { timeout: 10_000 }).toBeGreaterThan(20)
  }
  await waitUntilFinished(readTransfers(shop.app, 100))
  expect(pages).toBe(pagesMax)
})

test('a reader that lost its connection to another one requests no further page and writes nothing', async () => {
  meanwhile = async page => {
    if (page === 1)
      await set(
        "lease_token = gen_random_uuid(), leased_until = now() + interval '1 minute', watermark = '2020-01-01T00:00:00Z'",
      )
    vi.advanceTimersByTime(renewEveryMs)
    await leaseLeftS()
  }
  await waitUntilFinished(readTransfers(shop.app, 100))
  expect(pages).toBeLessThan(pagesMax)
  const [row] = await shop.app.sql.query<{ watermark: Date; failures: number }>(
    'select watermark, failures from reading where connection_id = $1',
    [connectionId],
  )
  expect(row).toEqual({ watermark: new Date('2020-01-01T00:00:00Z'), failures: 0 })
  await set("lease_token = null, leased_until = '-infinity'")
})

test('a lease that was released is not renewed', async () => {
  meanwhile = async () => {}
  await waitUntilFinished(readTransfers(shop.app, 100))
  const asked = vi.spyOn(shop.app, 'em')
  vi.advanceTimersByTime(renewEveryMs)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})
