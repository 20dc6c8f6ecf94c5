import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Connector, ConnectorError, type IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { type CreatedPayment, create, statusOf, transfer } from '../payments/scenario.ts'

// A day of 4,000 transfers is 40 pages of a bridge, oldest first.

const pageOf = 100

let shop: TestShop
/** The provider's transfers, oldest first. */
let rows: IncomingTransfer[]
/** Whether the next request for a page, counted from 0, fails. */
let fails: (page: number) => boolean
let requests: { page: number; isDay: boolean }[]
/** The milliseconds that each page takes, on a clock that only pages advance. */
let pageMs: number

beforeAll(async () => {
  const wallet: Connector = {
    ...connectors.wallet!,
    async transfers({ credentials }, { since, cursor }) {
      if ((credentials as { account: string }).account !== demoAccounts.wallet) return { transfers: [], cursor: null }
      const page = Number(cursor ?? 0)
      requests.push({ page, isDay: Date.now() - since.getTime() > 3_600_000 })
      if (pageMs > 0) vi.advanceTimersByTime(pageMs)
      if (fails(page)) throw new ConnectorError('unreachable', 'the bridge answered 503')
      const all = rows.filter(({ occurredAt }) => occurredAt! >= since)
      const transfers = all.slice(page * pageOf, (page + 1) * pageOf)
      return { transfers, cursor: (page + 1) * pageOf < all.length ? String(page + 1) : null }
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, wallet } } })
})
afterAll(() => shop.close())
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  requests = []
  pageMs = 0
  fails = () => false
  rows = []
  await shop.app.sql.write(
    `update reading set failures = 0, resume_since = null, resume_cursor = null, whole_day_at = '-infinity',
       watermark = now()`,
  )
})

const day = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    transfer({
      reference: randomUUID(),
      amount: 1_000_000 + index,
      occurredAt: new Date(Date.now() - 86_000_000 + index * 20_000),
    }),
  )

async function read(): Promise<void> {
  await shop.app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(shop.app, 100))
}

const paying = (payment: CreatedPayment) =>
  transfer({ reference: `pays-${payment.invoice_id}`, amount: payment.final_amount, occurredAt: new Date() })

test('money is found by the next read even if the previous day always fails at some page', async () => {
  const payment = await create(shop)
  rows = [...day(400), paying(payment)]
  fails = page => page === 2
  await read()
  expect(await statusOf(shop, payment)).toBe('pending')
  await read()
  expect(await statusOf(shop, payment)).toBe('paid')
})

test('complete pages are kept, and the next read continues at the failed one', async () => {
  const [first, last] = [await create(shop), await create(shop)]
  rows = [...day(250), paying(last)]
  rows.splice(10, 0, { ...paying(first), occurredAt: rows[9]!.occurredAt })
  fails = page => page === 2
  await read()
  const stored = () =>
    shop.app.sql.query('select reference from transfer where reference = any ($1)', [
      rows.slice(0, 200).map(({ reference }) => reference),
    ])
  expect(await stored()).toHaveLength(200)
  fails = () => false
  requests = []
  await read()
  expect(requests.filter(({ isDay }) => isDay)).toEqual([{ page: 2, isDay: true }])
  expect(await statusOf(shop, last)).toBe('paid')
  requests = []
  await read()
  expect(requests).toEqual([{ page: 0, isDay: false }])
})

test('a page that fails once is requested again within the same read', async () => {
  const payment = await create(shop)
  rows = [...day(250), paying(payment)]
  let failed = 0
  fails = page => page === 1 && failed++ === 0
  await read()
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(requests.map(({ page }) => page)).toEqual([0, 1, 1, 2])
})

test('money that arrives while a long day is read is found within seconds, and the day is read to its end', async () => {
  const payment = await create(shop)
  rows = [...day(1_500), paying(payment)]
  vi.useFakeTimers({ toFake: ['performance'] })
  pageMs = 1_000
  const pagesOfDay = () => requests.flatMap(({ page, isDay }) => (isDay ? [page] : []))
  await read()
  await read()
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(pagesOfDay().length, 'seconds at the day').toBeLessThan(10)
  const isDue = async () => {
    const [row] = await shop.app.sql.query<{ due: boolean }>(
      `select count(*) > 0 as due from reading r join connection c on c.id = r.connection_id
       where c.connector = 'wallet' and resume_cursor is not null and r.due_at <= now() and r.failures = 0`,
    )
    return row!.due
  }
  while (await isDue()) await waitUntilFinished(readTransfers(shop.app, 100))
  expect(pagesOfDay()).toEqual(Array.from({ length: 16 }, (_, page) => page))
  requests = []
  await read()
  expect(requests).toEqual([{ page: 0, isDay: false }])
})

test('an outdated page cursor restarts the day from its beginning', async () => {
  rows = day(250)
  fails = page => page === 2
  await read()
  fails = page => page === 2
  await read()
  fails = () => false
  requests = []
  await read()
  expect(requests.filter(({ isDay }) => isDay).map(({ page }) => page)).toEqual([0, 1, 2])
})

test('with one in ten requests failing, money in a day of many pages is found by the third read', async () => {
  let seed = 7
  fails = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648 < 0.1
  }
  rows = day(2_000)
  for (let round = 0; round < 10; round++) {
    const payment = await create(shop)
    rows.push(paying(payment))
    let reads = 0
    while ((await statusOf(shop, payment)) === 'pending' && reads < 4) {
      await read()
      reads++
    }
    expect(reads).toBeLessThanOrEqual(3)
  }
}, 60_000)
