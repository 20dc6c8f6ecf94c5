import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { type Receiver, startReceiver } from '../../test/callbacks/receiver.ts'
import { connectSnap } from '../../test/hooks/snap-shop.ts'
import { createTestShop, type TestShop } from '../../test/kit/app.ts'
import { count, detect, events, send } from '../../test/payments/scenario.ts'
import { addVariants, type CrashPoint, crashPoints, type MerchantRequest, requestPayment } from './crash-points.ts'
import type { CrashInstructions } from './crash-process.ts'

// `npm run -w drills faults` sets 20.
const crashesEach = Number(process.env.WARUNG_CRASHES ?? 1)
const crashMsMax = 30_000

let shop: TestShop
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: receiver.host } })
  await connectSnap(shop, shop.operator.accountId, 'WARUNG', 'midtrans')
  await connectSnap(shop, shop.demo.accountId, 'TOKO', 'midtrans')
  await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    mode: 'test',
    label: 'Own',
    window: sandboxWindow,
    credentials: makeInteractiveCredentials(shop.sandboxUrl, 'TOKO'),
  })
})

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

describe.each(crashPoints)('a process that dies at "$name"', point => {
  test(
    `a process that dies at this point loses and repeats nothing, ${crashesEach} times`,
    async () => {
      for (let crash = 0; crash < crashesEach; crash++) await crashOnce(point, crash)
      expect(await findViolations(shop.app)).toEqual([])
    },
    crashesEach * crashMsMax,
  )
})

async function crashOnce(point: CrashPoint, crash: number): Promise<void> {
  await chooseProvider(point)
  const asked = requestFor(point, crash)
  expect(await paymentsUnder(asked.key)).toEqual([])
  const before = await count(shop, 'payment', 'true')
  const payment = point.creates ? null : await ask(asked)
  if (payment && !point.name.startsWith('charge')) await payFor(payment.invoiceId)

  expect(await runTo(point, point.creates ? asked : null), 'how the process ended').toBe('SIGKILL')

  // The caller who requested the payment got no answer and retries; all others continue from where the dead process
  // was.
  const all = point.creates ? addVariants(asked) : [asked]
  for (const one of all) {
    const { invoiceId } = await ask(one)
    expect(await paymentsUnder(one.key)).toEqual([invoiceId])
  }
  expect(await count(shop, 'payment', 'true')).toBe(before + all.length)
  const { invoiceId } = await ask(asked)
  await releaseTheDead()
  await payFor(invoiceId)
  await releaseTheDead()
  for (let round = 0; round < 3; round++) await detect(shop)
  await releaseTheDead()
  await detect(shop)

  expect(await events(shop, invoiceId)).toEqual(['payment.created', 'payment.paid'])
  expect(await count(shop, 'movement', `invoice_id = '${invoiceId}'`)).toBe(1)
  expect(await count(shop, 'delivery', `invoice_id = '${invoiceId}' and state = 'delivered'`)).toBe(1)
  const arrived = receiver.received.filter(({ headers }) => headers['x-invoice-id'] === invoiceId)
  expect(arrived.length).toBeGreaterThan(0)
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
}

function requestFor({ name, method = 'wallet_direct' }: CrashPoint, crash: number): MerchantRequest {
  return {
    key: `${name} ${crash}`,
    amount: 15_000 + crash * 1_000,
    paymentMethod: method,
    callbackUrl: `${receiver.url}/hook`,
  }
}

async function ask(asked: MerchantRequest): Promise<Payment> {
  return requestPayment(shop.app, (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!, asked)
}

/** This provider creates new codes; those of the other are still checked. */
async function chooseProvider({ provider = 'interactive' }: CrashPoint): Promise<void> {
  await shop.app.sql.write(
    "update connection set is_active = (connector = $1) where connector in ('interactive', 'snap')",
    [provider],
  )
}

async function paymentsUnder(key: string): Promise<string[]> {
  const rows = await shop.app.sql.query<{ invoice_id: string }>('select invoice_id from idempotency where key = $1', [
    key,
  ])
  return rows.map(({ invoice_id }) => invoice_id)
}

/** Pays an invoice once: a customer who has paid does not pay again. */
async function payFor(invoiceId: string): Promise<void> {
  const [row] = await shop.app.sql.query<{ state: string | null }>(
    `select (select state from charge where invoice_id = $1) as state`,
    [invoiceId],
  )
  if (row!.state === 'waiting') await detect(shop)
  if (paid.has(invoiceId)) return
  paid.add(invoiceId)
  await send(shop, { invoice_id: invoiceId })
}

const paid = new Set<string>()

/** Makes the dead process's work available again by ending its leases. */
async function releaseTheDead(): Promise<void> {
  for (const table of ['charge', 'reading', 'delivery']) {
    await shop.app.sql.write(`update ${table} set leased_until = '-infinity' where lease_token is not null`)
  }
}

/** Returns the signal that ended it; null if it reached the end alive. */
async function runTo({ name }: CrashPoint, asked: MerchantRequest | null): Promise<NodeJS.Signals | null> {
  const order: CrashInstructions = {
    point: name,
    connection: shop.connection,
    settings: { BASE_URL: shop.url, OUTBOUND_ALLOW: receiver.host },
    accountId: shop.demo.accountId,
    asked,
    clockOffsetMs: shop.app.now().getTime() - Date.now(),
  }
  await releaseTheDead()
  await shop.hurry()
  const file = path.join(import.meta.dirname, 'crash-process.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, signal] = await once(child, 'exit')
  return signal
}
