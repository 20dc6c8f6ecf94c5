import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import type { ChargeStatus } from '../../src/connectors/connector.ts'
import { ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { searchForMoney } from '../../src/doctor/search-for-money.ts'
import { pollSoon } from '../../src/money/poll-soon.ts'
import { watchPayments } from '../../src/payments/watch-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, lifetimeS, statusOf } from '../payments/scenario.ts'

// Duitku blocks a caller who polls its transactionStatus, for about an hour
// (https://docs.duitku.com/api/en/ "Check Transaction").

let shop: TestShop
let connectionId: number
let questions: string[] = []
let answer: () => ChargeStatus = () => ({ paid: false })

beforeAll(async () => {
  const rare = {
    ...connectors.interactive,
    traits: { ...connectors.interactive.traits, isAskedRarely: true as const },
    async status(_call: unknown, charge: { reference: string }) {
      questions.push(charge.reference)
      return answer()
    },
  }
  shop = await createTestShop({ ownCodes: true })
  // A separate table: other files in this process share the connectors.
  Object.assign(shop.app, { connectors: { ...connectors, interactive: rare } })
  connectionId = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    mode: 'test',
    label: 'Sendiri',
    window: sandboxWindow,
    credentials: makeInteractiveCredentials(shop.sandboxUrl, 'TOKO-JARANG'),
  })
  shop.forgetKeys()
})
afterAll(() => shop.close())
beforeEach(() => {
  questions = []
  answer = () => ({ paid: false })
})

const timesOf = (invoice: string) =>
  shop.app.sql.query<{ ask_in_s: number; rests: boolean; is_closed: boolean }>(
    `select extract(epoch from ask_at - now())::float8 as ask_in_s, leased_until > now() as rests, is_closed
     from charge where invoice_id = $1`,
    [invoice],
  )

async function coded() {
  const payment = await create(shop, { payment_method: 'qris_user', amount: randomInt(10_000, 400_000) })
  await shop.work()
  return payment
}

/** Waits until the minute after a question is over. */
const rested = (invoice: string) =>
  shop.app.sql.write(`update charge set leased_until = '-infinity' where invoice_id = $1`, [invoice])

test('a code at a provider that must not be polled is not checked while valid, even on an open page', async () => {
  const payment = await coded()
  await watchPayments(shop.app, [payment.invoice_id])
  await shop.work()
  expect(questions).toEqual([])
  expect((await timesOf(payment.invoice_id))[0]!.ask_in_s).toBeGreaterThan(1000)
})

test('a push notification is followed by one check, and another one within a minute by none', async () => {
  const payment = await coded()
  const push = [{ reference: `${payment.invoice_id}-1`, providerInvoiceId: null }]
  await pollSoon(shop.app, connectionId, push)
  await shop.work()
  expect(questions).toHaveLength(1)
  await pollSoon(shop.app, connectionId, push)
  await shop.work()
  expect(questions).toHaveLength(1)
  await rested(payment.invoice_id)
  await shop.work()
  expect(questions).toHaveLength(2)
})

test('pressing "look again" checks at most once a minute', async () => {
  const payment = await coded()
  await searchForMoney(shop.app, payment.invoice_id, { patienceMs: 0 })
  await shop.work()
  await searchForMoney(shop.app, payment.invoice_id, { patienceMs: 0 })
  await shop.work()
  expect(questions).toHaveLength(1)
  expect((await timesOf(payment.invoice_id))[0]).toMatchObject({ rests: true, is_closed: false })
})

test('after a refused check the provider is left alone for about an hour', async () => {
  const payment = await coded()
  answer = () => {
    throw new ConnectorError('unreachable', 'too many requests')
  }
  await searchForMoney(shop.app, payment.invoice_id, { patienceMs: 0 })
  await shop.work()
  const [charge] = await timesOf(payment.invoice_id)
  expect(questions).toHaveLength(1)
  expect(charge!.ask_in_s).toBeGreaterThan(3500)
  expect(charge).toMatchObject({ rests: true, is_closed: false })
})

test("when a code's lifetime ends one check expires the payment, and a later one finds late money", async () => {
  const payment = await coded()
  // After the code's lifetime and grace period, and before the end of the provider's late window.
  shop.advance(lifetimeS + 350)
  await shop.hurry()
  await shop.work()
  expect(questions.filter(reference => reference.startsWith(payment.invoice_id))).toHaveLength(1)
  await shop.work()
  expect(await statusOf(shop, payment)).toBe('expired')
  expect(questions.filter(reference => reference.startsWith(payment.invoice_id))).toHaveLength(1)
  expect((await timesOf(payment.invoice_id))[0]).toMatchObject({ is_closed: false })
})
