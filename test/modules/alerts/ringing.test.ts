import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalWake, createWake, type Wake } from '../../../src/lib/wake.ts'
import { createPageStreams, type PageStreams, ringWaitMs } from '../../../src/modules/alerts/web/page-streams.ts'
import type { Visit } from '../../../src/web/parts/visit.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../../orders/store.ts'

// An order has to ring within a second. The test counts its steps, because their duration depends on the machine: a
// hint by NOTIFY, one read, one push; and if the hint is lost, one check of a loop that is fast enough.

const hourMs = 3_600_000

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

interface OpenPage {
  reads(): number
  /** Resolves when a push rings for the order. An earlier order may ring again, because the last seconds are reread. */
  ringFor(order: Promise<{ orderNumber: string }>): Promise<void>
  close(): Promise<void>
}

/** Opens a page at another process, which learns of the commit only by its own connection. */
async function openPage(wake: Wake, everyMs?: number): Promise<OpenPage> {
  let reads = 0
  const query = ((...call: Parameters<typeof shop.app.sql.query>) => {
    reads++
    return shop.app.sql.query(...call)
  }) as typeof shop.app.sql.query
  const streams: PageStreams = createPageStreams({ ...shop.app, sql: { ...shop.app.sql, query }, wake }, everyMs)
  const { accountId, mode } = shop.demo
  const visit = { account: { id: accountId }, session: { id: 1 }, mode } as Visit
  const stream: PassThrough = streams.open(visit, new Date(), ({ id, recordedAt, facts }) => {
    const title = facts && 'number' in facts ? String(facts.number) : ''
    return { id, at: recordedAt.getTime(), ring: { sound: 'order', title, body: '', path: '' } }
  })!
  stream.setEncoding('utf8')
  await expect.poll(() => reads).toBeGreaterThan(0)
  return {
    reads: () => reads,
    async ringFor(order) {
      const texts: string[] = []
      const collect = (text: string) => texts.push(text)
      stream.on('data', collect)
      const { orderNumber } = await order
      while (!texts.some(text => text.startsWith('event: news') && text.includes(orderNumber))) {
        await once(stream, 'data')
      }
      stream.off('data', collect)
    },
    async close() {
      streams.close()
      await wake.stop()
    },
  }
}

describe('an order rings on a page open at another process', () => {
  test('an order rings after a hint and one read, without polling', async () => {
    const open = () => createWake({ connection: shop.connection, log: shop.app.log })
    const sender = await open()
    shop.app.wake.on('alerts', () => sender.notify('alerts'))
    const page = await openPage(await open(), hourMs)
    const before = page.reads()
    await page.ringFor(order(stall, await newCustomer(stall), { shave: 1 }))
    expect(page.reads() - before).toBeLessThanOrEqual(2)
    await page.close()
    await sender.stop()
  })

  test('an order rings at the next check, within a second, if every hint is lost', async () => {
    expect(ringWaitMs).toBeLessThanOrEqual(1_000)
    const page = await openPage(createLocalWake(shop.app.log))
    await page.ringFor(order(stall, await newCustomer(stall), { shave: 1 }))
    await page.close()
  })
})
