import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BatchQuery, createBatcher } from '../../src/database/batcher.ts'
import { addContent } from '../../src/goods/add-content.ts'
import { generateApiKey } from '../../src/keys/api-key.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createStandingMemory, findStandingByKey } from '../../src/keys/standing.ts'
import type { Log } from '../../src/lib/log.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { getPaymentCreators } from '../../src/payments/create-together.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
import { openWallets, type Wallet } from '../money/many-wallets.ts'

const errors: object[] = []
const log: Log = { debug() {}, info() {}, warn() {}, error: fields => void errors.push(fields) }
let shop: TestShop
let wallets: Wallet[]
let gathering: BatchQuery | undefined
let creations = 0
const failures: string[] = []

const ask: BatchQuery = (many, asked, waiter) => {
  if ((many as unknown) === getPaymentCreators(shop.app.reactions).holding) creations++
  gathering ??= createBatcher(shop.app.sql)
  return gathering(many, asked, waiter).catch((error: Error) => {
    failures.push(error.name)
    throw error
  })
}

beforeAll(async () => {
  shop = await createTestShop({ log, parts: { ask } })
  wallets = await openWallets(shop.app, 3)
})
afterAll(() => shop.close())

/** Wraps the shop and counts its matching statements. */
function counted(pattern: RegExp) {
  const sent = { count: 0 }
  const sql = interceptSql(shop.app.sql, {
    change(text) {
      if (pattern.test(text)) sent.count++
      return text
    },
  })
  return { app: { ...shop.app, sql, ask: createBatcher(sql) }, sent }
}

const keyOf = ({ standing: { accountId } }: Wallet) =>
  createKey(shop.app, { accountId, mode: 'test', label: 'Many', isRateLimited: true })

describe('simultaneous callers', () => {
  test('simultaneous callers are looked up in few statements, each by its own key, and recorded', async () => {
    const { app, sent } = counted(/from api_key/)
    const keys = await Promise.all(Array.from({ length: 30 }, (_, at) => keyOf(wallets[at % 3]!)))
    const memory = createStandingMemory()
    const strange = generateApiKey('test')
    const found = await Promise.all([...keys, ...keys, strange].map(key => findStandingByKey(app, memory, key)))
    for (const [at, caller] of found.entries()) {
      const { accountId, mode } = wallets[at % 3]!.standing
      expect(caller?.standing ?? null).toEqual(at === 60 ? null : expect.objectContaining({ accountId, mode }))
    }
    expect(new Set(found.map(caller => caller?.keyId)).size).toBe(31)
    expect(sent.count).toBeLessThan(4)
    const [row] = await shop.app.sql.query<{ used: number }>(
      "select count(*) as used from api_key where label = 'Many' and last_used_at is not null",
    )
    expect(row!.used).toBe(30)
    // No look-up is repeated within a second, except for the missing key.
    await Promise.all([...keys, strange].map(key => findStandingByKey(app, memory, key)))
    expect(sent.count).toBeLessThan(5)
  })

  test('simultaneous callers with the same key share one look-up', async () => {
    const { app, sent } = counted(/from api_key/)
    const key = await keyOf(wallets[0]!)
    const memory = createStandingMemory()
    await Promise.all(Array.from({ length: 20 }, () => findStandingByKey(app, memory, key)))
    expect(sent.count).toBe(1)
  })

  test('simultaneous callers are looked up again after a failure', async () => {
    const key = await keyOf(wallets[0]!)
    const memory = createStandingMemory()
    let isAway = true
    const sql = interceptSql(shop.app.sql, { change: text => (isAway ? 'select 1 / 0' : text) })
    const app = { ...shop.app, sql, ask: createBatcher(sql) }
    await expect(findStandingByKey(app, memory, key)).rejects.toThrow()
    isAway = false
    expect(await findStandingByKey(app, memory, key)).toMatchObject({ standing: wallets[0]!.standing })
  })
})

test('goods of simultaneous payments are looked up in few statements, each by its account', async () => {
  const { app, sent } = counted(/hidden_content/)
  const contents = await Promise.all(
    wallets.map(({ standing: { accountId } }) =>
      addContent(app, accountId, { title: 'Link', body: 'https://a.example' }),
    ),
  )
  sent.count = 0
  const made = await Promise.allSettled(
    Array.from({ length: 48 }, (_, at) => {
      const { standing } = wallets[at % 3]!
      // Every fourth round requests the goods of the next account.
      const contentId = contents[(at + (at % 4 === 3 ? 1 : 0)) % 3]!
      return createPayment(app, standing, { amount: 10_000 + at * 1_000, paymentMethod: 'wallet_direct', contentId })
    }),
  )
  const refused = made.map(end => (end.status === 'rejected' ? end.reason.fields[0].path : null))
  expect(refused).toEqual(Array.from({ length: 48 }, (_, at) => (at % 4 === 3 ? 'content_id' : null)))
  expect(sent.count).toBeLessThan(6)
})

test('a client that leaves before its statement is sent gets no payment, and no error is logged', async () => {
  const { accountId } = shop.demo
  const [own] = shop.demo.connections.filter(({ connector }) => connector === 'wallet')
  const amounts = [200_000, 300_000]
  const isHeld = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  const other = shop.app.transaction('installation', async tx => {
    for (const amount of amounts) {
      await tx.write(
        `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
         select $1, $2 + code, 'INV-' || repeat('0', 20), '-infinity' from generate_series(1, 999) code`,
        [own!.receivingAccountId, amount],
      )
    }
    isHeld.resolve()
    await ends.promise
  })
  await isHeld.promise
  const create = (amount: number) =>
    shop.api('/create-payment', { body: { amount, payment_method: 'wallet_direct', description: 'left' } })
  // Both possible statements wait for locked amounts.
  const slow = [create(amounts[0]!)]
  await waitUntilWaiting(shop, 1)
  slow.push(create(amounts[1]!))
  await waitUntilWaiting(shop, 2)

  const body = JSON.stringify({ amount: 400_000, payment_method: 'wallet_direct', description: 'left' })
  const socket = net.connect(Number(new URL(shop.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST /api/create-payment HTTP/1.1\r\nHost: shop\r\nX-API-Key: ${shop.keys.demo}\r\n`
  const before = creations
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await vi.waitFor(() => expect(creations).toBe(before + 1), { timeout: 60_000, interval: 20 })
  socket.destroy()
  await once(socket, 'close')
  // The server receives it in the same turn as this one.
  await shop.api('/check-payment?invoice=INV-0')
  ends.resolve()
  await other
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
  expect(failures).toEqual(['Gone'])
  const made = await shop.app.sql.query<{ amount: number }>(
    "select amount from payment where account_id = $1 and description = 'left' order by amount",
    [accountId],
  )
  expect(made.map(({ amount }) => amount)).toEqual(amounts)
  expect(errors).toEqual([])
})
