import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { openWallets, type Wallet } from './many-wallets.ts'
import { MatchingModel, type ModelTransfer } from './matching-model.ts'

// MATCHING_RUNS=500 npm test -- test/money/matching-property.slow.test.ts
const runs = Number(process.env.MATCHING_RUNS ?? 12)
const walletsCount = 2
/** The last wallet accepts late money of the exact amount. */
const acceptsLate = (wallet: number) => wallet === walletsCount - 1
const prices = [20_000, 20_001]
const freeCodes = 2

let shop: TestShop
let app: App
let clockMs = Date.now()
const pages = new Map<string, IncomingTransfer[][]>()

beforeAll(async () => {
  const wallet = {
    ...connectors.wallet!,
    transfers: async ({ credentials }: { credentials: unknown }, { cursor }: { cursor: string | null }) => {
      const all = pages.get((credentials as { account: string }).account) ?? []
      const page = Number(cursor ?? 0)
      return { transfers: all[page] ?? [], cursor: page + 1 < all.length ? String(page + 1) : null }
    },
  }
  shop = await createTestShop({
    parts: { now: () => new Date(clockMs), connectors: { ...connectors, wallet } },
  })
  app = shop.app
  await app.sql.write("update reading set leased_until = 'infinity'")
})

afterAll(async () => {
  const violations = await findViolations(app)
  await shop.close()
  expect(violations).toEqual([])
})

type Step =
  | { do: 'create'; wallet: number; price: number }
  | { do: 'pay'; payment: number; off: number; agoS: number; hiddenFor: number }
  | { do: 'stray'; wallet: number; amount: number }
  | { do: 'cancel'; payment: number }
  | { do: 'wait'; seconds: number }
  | { do: 'expire' }
  | { do: 'read'; seed: number; readers: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      wallet: fc.nat(walletsCount - 1),
      price: fc.constantFrom(...prices),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payment: fc.nat(11),
      off: fc.constantFrom(0, 0, 0, 0, 1, -1),
      agoS: fc.constantFrom(0, 0, 1, 30, 2_000, 6_000),
      hiddenFor: fc.constantFrom(0, 0, 1, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('stray' as const),
      wallet: fc.nat(walletsCount - 1),
      amount: fc.constantFrom(20_100, 77_777),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), payment: fc.nat(11) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(7, 600, 1_900, 6_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('read' as const), seed: fc.nat(), readers: fc.constantFrom(1, 1, 3) }),
  },
)

const make = (wallet: number): Step => ({ do: 'create', wallet, price: prices[0]! })
const pay: Step = { do: 'pay', payment: 0, off: 0, agoS: 0, hiddenFor: 0 }
const readAll: Step = { do: 'read', seed: 1, readers: 1 }
const letExpire: Step[] = [{ do: 'wait', seconds: 6_000 }, readAll, { do: 'expire' }]

/** A sequence with all difficult cases, in case the random ones lack some. */
const hardWorld: Step[] = [
  ...[make(0), pay, readAll, pay, readAll],
  ...[make(0), { do: 'cancel', payment: 0 } as const, pay, readAll],
  ...[make(1), ...letExpire, pay, readAll],
  ...[make(0), ...letExpire, pay, readAll],
  { do: 'stray', wallet: 0, amount: 77_777 },
]

let round = 0
/** The cases that occurred, so that the test fails if a sequence was too easy. */
const met = new Set<string>()

test('in any order, number and delay of reports the same payments are paid as in a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }), async steps => {
      const world = await openWorld()
      for (const each of steps) await take(world, each)
      // In the end all hidden transfers are listed.
      for (const row of world.rows) row.hiddenFor = 0
      await take(world, { do: 'read', seed: 1, readers: 1 })
      await take(world, { do: 'expire' })
      await compare(world)
    }),
    { numRuns: runs, examples: [[hardWorld]] },
  )
  const hard = ['paid', 'paid late', 'expired', 'late', 'cancelled', 'paid_twice', 'nobody', 'an amount passed on']
  expect([...met]).toEqual(expect.arrayContaining(hard))
}, 600_000)

interface World {
  wallets: Wallet[]
  model: MatchingModel
  rows: { wallet: number; transfer: IncomingTransfer; hiddenFor: number }[]
}

async function openWorld(): Promise<World> {
  round++
  const wallets = await openWallets(app, walletsCount, `r${round}x`)
  for (const [index, { standing }] of wallets.entries()) {
    await app.sql.write('update account set accepts_late_money = $2 where id = $1', [
      standing.accountId,
      acceptsLate(index),
    ])
    for (const price of prices) await leaveFew(receivingAccountOf(wallets[index]!), price)
  }
  return { wallets, model: new MatchingModel(connectors.wallet!.window, acceptsLate), rows: [] }
}

/** Leaves only a few codes of the price free, so that payments reuse amounts. */
async function leaveFew(receivingAccountId: number, price: number): Promise<void> {
  await app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select $1, taken, 'nobody', 'infinity' from generate_series($2::bigint + 1 + $3, $2::bigint + 999) taken
     on conflict (receiving_account_id, final_amount) do nothing`,
    [receivingAccountId, price, freeCodes],
  )
}

const receivingAccountOf = ({ standing }: Wallet) => standing.connections.find(({ isOwn }) => isOwn)!.receivingAccountId

async function take(world: World, step: Step): Promise<void> {
  // No two steps have the same time.
  clockMs += 10
  const { model, wallets, rows } = world
  if (step.do === 'create') return create(world, step)
  if (step.do === 'wait') clockMs += step.seconds * 1000
  if (step.do === 'stray') rows.push({ wallet: step.wallet, transfer: row(rows.length, step.amount, 0), hiddenFor: 0 })
  if (step.do === 'expire') {
    await expirePayments(app)
    model.expire(clockMs)
  }
  if (step.do === 'read') return read(world, step)
  if (step.do !== 'pay' && step.do !== 'cancel') return
  // Usually one of the newest payments: money comes soon, or twice.
  const payment = model.payments.at(-1 - (step.payment % Math.min(4 + (step.payment % 3) * 4, model.payments.length)))
  if (!payment) return
  if (step.do === 'pay') {
    const transfer = row(rows.length, payment.finalAmount + step.off, step.agoS)
    rows.push({ wallet: payment.wallet, transfer, hiddenFor: step.hiddenFor })
  } else {
    await cancelPayment(app, wallets[payment.wallet]!.standing, payment.invoiceId, 'merchant').catch(onlyRefusals)
    model.cancel(payment, clockMs)
  }
}

function row(number: number, amount: number, agoS: number): IncomingTransfer {
  const occurredAt = new Date(clockMs - agoS * 1000 + (number % 10))
  return { reference: `T${number}`, amount, occurredAt, payerName: null, payerApp: null }
}

async function create({ wallets, model }: World, { wallet, price }: Extract<Step, { do: 'create' }>): Promise<void> {
  const asked = { amount: price, paymentMethod: 'wallet_direct' }
  const payment = await createPayment(app, wallets[wallet]!.standing, asked).catch(onlyRefusals)
  if (!payment) return
  const { invoiceId, finalAmount, createdAt, expiresAt } = payment
  const heldFrom = createdAt.getTime()
  const holding = model.payments.find(
    other => other.wallet === wallet && other.finalAmount === finalAmount && other.heldUntil >= heldFrom,
  )
  expect(holding, `${finalAmount} is held twice`).toBeUndefined()
  model.payments.push({
    invoiceId,
    wallet,
    finalAmount,
    heldFrom,
    heldUntil: Number.POSITIVE_INFINITY,
    expiresAt: expiresAt.getTime(),
    status: 'pending',
    endedAs: null,
    paidBy: null,
  })
}

function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** Lists the visible transfers in shuffled pages, some of them twice, and lets several readers read them at once. */
async function read({ wallets, model, rows }: World, { seed, readers }: Extract<Step, { do: 'read' }>): Promise<void> {
  const random = randomOf(seed)
  for (const [index, { number }] of wallets.entries()) {
    const shown = rows
      .filter(({ wallet, hiddenFor }) => wallet === index && hiddenFor <= 0)
      .map(({ transfer }) => transfer)
    const twice = [...shown, ...shown.filter(() => random() < 0.3)]
    const listed = twice.map(transfer => ({ transfer, rank: random() })).sort((one, other) => one.rank - other.rank)
    const half = Math.ceil(listed.length / 2)
    const texts = listed.map(({ transfer }) => transfer)
    pages.set(number, [texts.slice(0, half), texts.slice(half)])
  }
  for (const each of rows) each.hiddenFor--
  const ids = wallets.map(({ standing }) => standing.connections.find(({ isOwn }) => isOwn)!.id)
  await Promise.all(
    Array.from({ length: readers }, async () => {
      // Ignores leases.
      await app.sql.write(
        `update reading set due_at = now(), leased_until = '-infinity', whole_day_at = '-infinity' where connection_id = any($1)`,
        [ids],
      )
      await waitUntilFinished(readTransfers(app, 100))
    }),
  )
  for (const [index, { number }] of wallets.entries()) model.read(index, pages.get(number)!.flat(), clockMs)
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

async function compare({ wallets, model }: World): Promise<void> {
  const payments = await app.sql.query<{ invoice_id: string; status: string; paid_reff_num: string | null }>(
    'select invoice_id, status, paid_reff_num from payment where account_id = any($1) order by invoice_id',
    [wallets.map(({ standing }) => standing.accountId)],
  )
  const expected = model.payments
    .map(({ invoiceId, status, paidBy }) => ({ invoice_id: invoiceId, status, paid_reff_num: paidBy }))
    .sort((one, other) => (one.invoice_id < other.invoice_id ? -1 : 1))
  expect(payments).toEqual(expected)
  const seen = new Map<string, ModelTransfer>()
  for (const [index, wallet] of wallets.entries()) {
    const rows = await app.sql.query<{
      reference: string
      state: 'settled' | 'review'
      reason: string | null
      invoice: string | null
    }>('select reference, state, reason, invoice_id as invoice from transfer where receiving_account_id = $1', [
      receivingAccountOf(wallet),
    ])
    for (const { reference, state, reason, invoice } of rows) {
      const told = invoice === null ? null : (reason as ModelTransfer['reason'])
      seen.set(`${index} ${reference}`, { state, invoiceId: invoice, reason: told })
    }
  }
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(model.transfers))
  note(model)
}

function note({ payments, transfers }: MatchingModel): void {
  for (const { state, reason } of transfers.values()) if (state === 'review') met.add(reason ?? 'nobody')
  for (const { status } of payments) met.add(status)
  if (payments.some(({ status, endedAs }) => status === 'paid' && endedAs === 'expired')) met.add('paid late')
  const amounts = payments.map(({ wallet, finalAmount }) => `${wallet} ${finalAmount}`)
  if (new Set(amounts).size < amounts.length) met.add('an amount passed on')
}
