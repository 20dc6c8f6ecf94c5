import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { readWholeDay } from '../../src/money/read-whole-day.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { withDatabaseAway } from '../kit/outage.ts'
import { create, lifetimeS, statusOf, transfer } from '../payments/scenario.ts'

let shop: TestShop
/** The starts of the ranges requested from the demo account's wallet, in seconds before now. */
let reads: number[]
let isDark: boolean
let listed: IncomingTransfer[]

beforeEach(async () => {
  reads = []
  listed = []
  isDark = false
  const wallet = {
    ...connectors.wallet!,
    transfers: async ({ credentials }: { credentials: unknown }, { since }: { since: Date }) => {
      if ((credentials as { account: string }).account !== demoAccounts.wallet) return { transfers: [], cursor: null }
      reads.push((shop.app.now().getTime() - since.getTime()) / 1000)
      if (isDark) throw new Error('nobody is there')
      return { transfers: listed.filter(({ occurredAt }) => occurredAt! >= since), cursor: null }
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, wallet }, wake: createLocalWake(silentLog) } })
})

afterEach(() => shop.close())

const read = async () => {
  await shop.app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(shop.app, 100))
}
const dayS = 86_400

test('reads start a day back, then minutes, and a day again after an hour, a failure or a restart', async () => {
  await create(shop)
  await read()
  await read()
  await read()
  expect(reads[0]).toBeGreaterThan(dayS)
  expect(Math.max(...reads.slice(1))).toBeLessThan(400)

  await shop.app.sql.write("update reading set whole_day_at = whole_day_at - interval '1 hour'")
  await read()
  expect(reads.at(-1)).toBeGreaterThan(dayS)
  await read()
  expect(reads.at(-1)).toBeLessThan(400)

  isDark = true
  await read()
  isDark = false
  await read()
  expect(reads.at(-1)).toBeGreaterThan(dayS)
  await read()
  expect(reads.at(-1)).toBeLessThan(400)

  await readWholeDay(shop.app)
  await read()
  expect(reads.at(-1), 'read a moment ago').toBeLessThan(400)
  await shop.app.sql.write("update reading set whole_day_at = whole_day_at - interval '20 minutes'")
  await readWholeDay(shop.app)
  await read()
  expect(reads.at(-1)).toBeGreaterThan(dayS)
})

test('a list with imprecise times or a wrong clock is read from correspondingly earlier', async () => {
  await create(shop)
  await read()
  const wallet = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
  const override = (window: object) =>
    shop.app.sql.write('update connection set window_overrides = $2 where id = $1', [wallet.id, window])
  await override({ resolutionS: dayS, skewS: 0 })
  const payment = await create(shop)
  // The provider sets its time to the beginning of its day.
  const occurredAt = new Date(shop.app.now().getTime() - 10 * 3_600_000)
  listed = [transfer({ amount: payment.final_amount, occurredAt })]
  await read()
  expect(reads.at(-1)).toBeGreaterThan(dayS)
  expect(await statusOf(shop, payment)).toBe('paid')
  await override({ resolutionS: 0, skewS: 600 })
  await read()
  expect(reads.at(-1)).toBeGreaterThan(900)
  expect(reads.at(-1)).toBeLessThan(1000)
})

test('a connection is read while a payment is open or may be paid late, and otherwise once an hour', async () => {
  await read()
  expect(reads).toHaveLength(1)
  await read()
  expect(reads).toHaveLength(1)
  await create(shop)
  await read()
  expect(reads).toHaveLength(2)
  shop.advance(lifetimeS + 120)
  await shop.work()
  await read()
  await shop.work()
  const before = reads.length
  await read()
  expect(reads).toHaveLength(before + 1)
  shop.advance(3700)
  await read()
  expect(reads).toHaveLength(before + 1)
  await shop.app.sql.write("update reading set whole_day_at = whole_day_at - interval '1 hour'")
  await read()
  expect(reads).toHaveLength(before + 2)
})

test('a failing connection is read again a second later, then at growing intervals, up to a minute', async () => {
  await create(shop)
  isDark = true
  const pauses: number[] = []
  for (let failure = 0; failure < 8; failure++) {
    await read()
    const rows = await shop.app.sql.query<{ pause: number }>(
      'select max(extract(epoch from due_at - now()))::float8 as pause from reading where failures > 0',
    )
    pauses.push(rows[0]!.pause)
  }
  expect(pauses[0]).toBeLessThanOrEqual(1.2)
  expect(pauses[1]).toBeGreaterThan(2.5)
  expect(pauses[1]).toBeLessThanOrEqual(3.6)
  expect(pauses[4]).toBeGreaterThan(10)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(72)
})

test('the pause after a failure begins with the failure, even if the database can record it only later', async () => {
  await create(shop)
  isDark = true
  const away = withDatabaseAway(shop.app, { scope: 'shared', count: 6 })
  let hints = 0
  const stop = shop.app.wake.on('reads', () => hints++)
  await shop.app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(away, 100))
  stop()
  expect(away.callsRefused()).toBe(6)
  const [failed] = await shop.app.sql.query<{ pause: number }>(
    'select extract(epoch from due_at - now())::float8 as pause from reading where failures > 0',
  )
  expect(failed!.pause).toBeLessThanOrEqual(0)
  expect(hints).toBeGreaterThan(0)
})

test('the next read is hinted at once it is due, and does not wait for the next check for due work', async () => {
  await create(shop)
  const wallet = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
  // The others send no hint.
  await shop.app.sql.write(
    `update connection set window_overrides = jsonb_build_object('intervalS', case id when $1 then 0.1 else 3600 end)`,
    [wallet.id],
  )
  const hinted = new Promise<void>(resolve => shop.app.wake.on('reads', resolve))
  await read()
  await hinted
  const due = await shop.app.sql.query('select 1 from reading where connection_id = $1 and due_at <= now()', [
    wallet.id,
  ])
  expect(due).toHaveLength(1)
  expect(reads).toHaveLength(1)
})
