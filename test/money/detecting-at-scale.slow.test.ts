import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { shuffleItems } from '../kit/draws/shuffle-items.ts'
import { count, lifetimeS } from '../payments/scenario.ts'
import {
  type ListingProvider,
  listingProvider,
  moneyFor,
  openPayments,
  openWallets,
  type Wallet,
} from './many-wallets.ts'

// The test with 10,000 payments and a running clock is `npm run -w drills bench:detecting`.

let shop: TestShop
let provider: ListingProvider

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

async function openShop(): Promise<App> {
  provider = listingProvider()
  // The test counts whole tables, and every transaction.
  shop = await createTestShop({ parts: { connectors: provider.connectors }, isAlone: true })
  // The demo's own connections would be read for the same reasons.
  await shop.app.sql.write("update reading set leased_until = 'infinity'")
  return shop.app
}

/** Reads without forcing: connections that are not due are not read. */
const sweep = (app: App, times: number) =>
  Promise.all(Array.from({ length: times }, () => waitUntilFinished(readTransfers(app, 50))))

const letIntervalsPass = (app: App) => app.sql.write('update reading set due_at = now()')

test('a connection is read once per interval, and only while a payment is open or may be paid late', async () => {
  const app = await openShop()
  const wallets = await openWallets(app, 50)
  const [ended, busy] = [wallets.slice(5, 10), wallets.slice(10)]
  const payments = await openPayments(app, ended, 2)
  await openPayments(app, busy, 20)
  for (const [{ standing }, own] of payments) {
    for (const { invoiceId } of own) await cancelPayment(app, standing, invoiceId, 'merchant')
  }
  await sweep(app, 8)
  expect(asked(), 'a whole day of each, once').toEqual(numbersOf(wallets))
  await sweep(app, 8)
  expect(asked(), 'within the interval').toEqual([])
  for (let interval = 0; interval < 3; interval++) {
    await letIntervalsPass(app)
    await sweep(app, 8)
    expect(asked(), `interval ${interval}`).toEqual(numbersOf([...ended, ...busy]))
  }
  shop.advance(lifetimeS + lateWindowS + 1)
  await letIntervalsPass(app)
  await sweep(app, 8)
  expect(asked(), 'the late window of what ended is over').toEqual(numbersOf(busy))
})

test('two processes share the connections, and each is read by one of them, once per interval', async () => {
  const app = await openShop()
  const wallets = await openWallets(app, 30)
  await openPayments(app, wallets, 2)
  const readers = await Promise.all([startReader(), startReader()])
  try {
    for (let interval = 0; interval < 4; interval++) {
      await letIntervalsPass(app)
      const shares = await Promise.all(readers.map(reader => reader.sweep(6)))
      expect(shares.flat().toSorted()).toEqual(numbersOf(wallets))
    }
  } finally {
    for (const reader of readers) reader.end()
  }
})

test('1,000 transfers on 10 connections are settled a hundred per transaction, in any order', async () => {
  const app = await openShop()
  const wallets = await openWallets(app, 10)
  const payments = await openPayments(app, wallets, 100)
  for (const [{ number }, own] of payments) {
    provider.lists.set(number, shuffleItems(own.map(payment => moneyFor(payment, app.now()))))
  }
  const counted = countTransactions(app)
  await sweep(counted.app, 1)
  expect(await count(shop, 'payment', "status = 'paid'")).toBe(1_000)
  expect(await count(shop, 'delivery')).toBe(0)
  expect(await count(shop, 'movement', "kind = 'sale'")).toBe(1_000)
  expect(counted.transactions()).toBe(10)
})

test('a transfer that fails does not prevent the rest of its hundred from settling', async () => {
  const app = await openShop()
  const [wallet] = await openWallets(app, 1)
  const [own] = (await openPayments(app, [wallet!], 60)).values()
  const broken = own![30]!.invoiceId
  const careless: App = {
    ...app,
    reactions: {
      ...app.reactions,
      'payment.paid': [
        async (_tx, events) => {
          if (events.some(({ subject }) => subject === broken)) throw new Error('nobody knows this goods')
        },
        ...app.reactions['payment.paid'],
      ],
    },
  }
  provider.lists.set(
    wallet!.number,
    own!.map(payment => moneyFor(payment, app.now())),
  )
  await sweep(careless, 1)
  expect(await count(shop, 'payment', "status = 'paid'")).toBe(59)
  expect(await count(shop, 'transfer', `state = 'unsettled' and invoice_id = '${broken}'`)).toBe(1)
})

test('1,200 overdue payments expire in three transactions', async () => {
  const app = await openShop()
  const wallets = await openWallets(app, 12)
  await openPayments(app, wallets, 100)
  shop.advance(lifetimeS + 600)
  await letIntervalsPass(app)
  await sweep(app, 2)
  const counted = countTransactions(app)
  expect(await expirePayments(counted.app)).toBe(1_200)
  expect(counted.transactions()).toBe(3)
  expect(await count(shop, 'payment', "status = 'expired'")).toBe(1_200)
})

const lateWindowS = 3_600

const numbersOf = (wallets: Wallet[]) => wallets.map(({ number }) => number).toSorted()

/** Returns the connections that were read since the last call. */
function asked(): string[] {
  return provider.asked.splice(0).toSorted()
}

function countTransactions(app: App): { app: App; transactions(): number } {
  let transactions = 0
  const transaction: App['transaction'] = (scope, work) => {
    transactions++
    return app.transaction(scope, work)
  }
  return { app: { ...app, transaction }, transactions: () => transactions }
}

/** Starts a separate process that reads connections. */
async function startReader(): Promise<{ sweep(times: number): Promise<string[]>; end(): void }> {
  const file = path.join(import.meta.dirname, 'reader-process.ts')
  const child: ChildProcess = fork(file, [JSON.stringify(shop.connection)], { execArgv: [] })
  await once(child, 'message')
  return {
    async sweep(times) {
      child.send(times)
      const [numbers] = await once(child, 'message')
      return numbers
    },
    end: () => child.kill('SIGKILL'),
  }
}
