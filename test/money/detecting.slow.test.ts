import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { renewReadings } from '../../src/money/renew-readings.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { App } from '../../src/needs.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import {
  type CreatedPayment,
  count,
  create,
  detect,
  events,
  listing,
  send,
  statusOf,
  transfer,
  transfers,
  walletOf,
} from '../payments/scenario.ts'

let shop: TestShop

afterEach(() => shop.close())

const detectors = 32

describe('32 processes that detect one transfer at the same time', () => {
  test('32 detectors pay one transfer once: one event, one movement, one callback', async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    const source = await walletOf(shop)
    const seen = transfer({ amount: payment.final_amount })
    const answers = await Promise.all(Array.from({ length: detectors }, () => settleTransfer(shop.app, source, seen)))
    expect(answers.filter(answer => answer === 'settled')).toHaveLength(1)
    expect(answers.filter(answer => answer === 'known')).toHaveLength(detectors - 1)
    await expectPaidOnce(payment)
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('32 detectors that each read the whole list pay every transfer once, 20 payments at a time', async () => {
    shop = await createTestShop()
    const payments = await Promise.all(Array.from({ length: 20 }, () => create(shop)))
    for (const payment of payments) await send(shop, { invoice_id: payment.invoice_id })
    for (let round = 0; round < 4; round++) {
      // Ignores leases: as many readers as processes, and all of them late.
      const readers = Array.from({ length: 8 }, async () => {
        await shop.app.sql.write("update reading set due_at = now(), leased_until = '-infinity'")
        return waitUntilFinished(readTransfers(shop.app, 10))
      })
      await Promise.all(readers)
    }
    for (const payment of payments) await expectPaidOnce(payment)
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('32 detectors of a long read renew its lease only under their own token', async () => {
    shop = await createTestShop()
    const source = await walletOf(shop)
    const token = randomUUID()
    await shop.app.sql.write('update reading set lease_token = $2, leased_until = now() where connection_id = $1', [
      source.connectionId,
      token,
    ])
    expect(await renewReadings(shop.app, [token, randomUUID()])).toEqual([token])
    const held = 'select 1 from reading where lease_token is not null and leased_until > now()'
    expect(await shop.app.sql.query(held)).toHaveLength(1)
  })

  test('32 detectors of two transfers of one amount pay one and put the other in review', async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    const source = await walletOf(shop)
    const two = ['A', 'B'].map(reference => transfer({ reference, amount: payment.final_amount }))
    await Promise.all(Array.from({ length: detectors }, (_, turn) => settleTransfer(shop.app, source, two[turn % 2]!)))
    await expectPaidOnce(payment)
    const states = (await transfers(shop)).map(({ state, reason }) => [state, reason])
    expect(states.toSorted()).toEqual([
      ['review', 'paid_twice'],
      ['settled', null],
    ])
  })

  test('without unique transfers the detectors would pay several times, so the test can detect it', async () => {
    shop = await createTestShop()
    await shop.app.sql.write('alter table transfer drop constraint transfer_receiving_account_id_reference_unique')
    await shop.app.sql.write('create index on transfer (receiving_account_id, reference)')
    const payment = await create(shop)
    const source = await walletOf(shop)
    const seen = transfer({ amount: payment.final_amount })
    const { app } = shop
    // The constraint that the conflict needs is gone, so the statement has to leave it out as well.
    const careless = { ...app, ...forgetting(app, 'on conflict (receiving_account_id, reference) do nothing') }
    await Promise.all(Array.from({ length: detectors }, () => settleTransfer(careless, source, seen)))
    const places = invariants.filter(({ id }) => id === 'I3')
    expect(await findViolations(app, places)).not.toEqual([])
  })
})

function forgetting({ sql, transaction }: App, words: string): Pick<App, 'sql' | 'transaction'> {
  const change = (text: string) => text.replace(words, '')
  return {
    sql: interceptSql(sql, { change }),
    transaction: (scope, work) => transaction(scope, tx => work(interceptSql(tx, { change }))),
  }
}

async function expectPaidOnce(payment: CreatedPayment): Promise<void> {
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.paid'])
  expect(await count(shop, 'movement', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
  expect(await count(shop, 'delivery', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
  expect(await count(shop, 'transfer', `invoice_id = '${payment.invoice_id}' and state = 'settled'`)).toBe(1)
}

describe("a wallet's list", () => {
  test("a wallet's list is read to its last page", async () => {
    shop = await createTestShop()
    const payments = await Promise.all(Array.from({ length: 12 }, () => create(shop)))
    await send(shop, { connector: 'wallet', amount: 1_234_567, count: 250 })
    for (const payment of payments) await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await count(shop, 'transfer')).toBe(262)
    for (const payment of payments) expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('a list with each row twice pays once', async () => {
    shop = await createTestShop()
    await shop.sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'duplicate' })
    const payment = await create(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    for (let round = 0; round < 3; round++) await detect(shop)
    await expectPaidOnce(payment)
    expect(await count(shop, 'transfer')).toBe(1)
  })

  test('a list in any order, over several pages, pays by the earlier money', async () => {
    const pages: IncomingTransfer[][] = []
    shop = await createTestShop({ parts: { connectors: listing(() => pages) } })
    const payment = await create(shop)
    const now = shop.app.now().getTime()
    const at = (reference: string, seconds: number) =>
      transfer({ reference, amount: payment.final_amount, occurredAt: new Date(now + seconds * 1000) })
    const [first, second, third] = [at('first', 1), at('second', 2), at('third', 3)]
    pages.push([third], [second, second], [first, third])
    shop.advance(10)
    await detect(shop)
    await expectPaidOnce(payment)
    expect(await transfers(shop)).toMatchObject([
      { reference: 'first', state: 'settled' },
      { reference: 'second', reason: 'paid_twice' },
      { reference: 'third', reason: 'paid_twice' },
    ])
  })

  test('a late row behind the watermark is found, because an hourly read overlaps by a day', async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    const sent = shop.app.now().toISOString()
    shop.advance(300)
    await detect(shop)
    await send(shop, { invoice_id: payment.invoice_id, occurred_at: sent })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('a list that breaks off moves no watermark, and its complete pages pay', async () => {
    const row = { page: 0 }
    const connectors = listing(() => [])
    const payments: CreatedPayment[] = []
    const wallet = {
      ...connectors.wallet!,
      transfers: async (_call: unknown, { cursor }: { cursor: string | null }) => {
        row.page++
        if (cursor !== null) throw new Error('the line broke')
        return { transfers: [transfer({ amount: payments[0]!.final_amount })], cursor: 'next' }
      },
    }
    shop = await createTestShop({ parts: { connectors: { ...connectors, wallet } } })
    payments.push(await create(shop))
    const before = await watermarks()
    shop.advance(100)
    await detect(shop)
    expect(row.page).toBeGreaterThan(1)
    expect(await watermarks()).toEqual(before)
    expect(await statusOf(shop, payments[0]!)).toBe('paid')
  })
})

function watermarks(): Promise<object[]> {
  return shop.app.sql.query('select connection_id, watermark from reading order by connection_id')
}

test('movements can be added, but never changed, removed or truncated', async () => {
  shop = await createTestShop()
  const payment = await create(shop)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  const { sql } = shop.app
  for (const statement of ['update movement set amount = amount + 1', 'delete from movement', 'truncate movement']) {
    await expect(sql.write(statement), statement).rejects.toThrow('append-only')
  }
  expect(await count(shop, 'movement', `amount = ${payment.final_amount} and net = amount - fee`)).toBe(1)
})
