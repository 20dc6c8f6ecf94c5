import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Koa from 'koa'
import pg from 'pg'
import { createConnection } from '../../src/connections/create-connection.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { makeQrisCode } from '../../src/connectors/simulator/qris-code.ts'
import { createHooksRouter } from '../../src/hooks/hooks.ts'
import { createSoloSweep } from '../../src/jobs/sweep.ts'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench:notified`. Measures the time from a notification of Midtrans at the shop's door to the paid
 * payment, over HTTP, with a provider that answers the check at once, so only the shop's own part counts. It is
 * compared, in turns and at the same rate, with the minimum for any shop: one row updated and committed. PostgreSQL
 * with fsync and synchronous_commit on. Target: p99 under 100 ms.
 */
const merchantsCount = pickSize(2, 20)
const each = pickSize(2, 35)
const perS = pickSize(20, 20)
// A process that has just begun compiles what it does for the first time.
const warmUps = pickSize(2, 100)
const lookMs = 100

await using fresh = await openFreshApp()
const arrived = new Set<string>()
const unpaid = new Map<string, () => void>()
let looking: Promise<void> | null = null
// Answers immediately, and reports a code as paid from its notification on; other codes are checked in the meantime.
const midtrans: Connector = {
  ...connectors.midtrans,
  charge: async (_call, { reference, amount, requestedAt }) => ({
    qris: codeOf(reference, amount),
    providerInvoiceId: reference,
    providerNmid: null,
    requestDate: requestedAt,
  }),
  status: async (_call, { reference, amount, askedAt }) => {
    if (!arrived.has(reference)) return { paid: false }
    const transfer = { reference, amount, occurredAt: askedAt, payerName: null, payerApp: 'gopay' }
    return { paid: true, transfer }
  },
  probe: undefined as never,
  check: undefined as never,
}
const app = { ...fresh.app, connectors: { ...connectors, midtrans } as typeof connectors }

const askers = createBoundedPool(100)
const sweep = createSoloSweep(
  { name: 'ask-own', everyMs: 1000, run: () => askers.start(room => pollCharges(app, room, 'merchants')) },
  silentLog,
)
app.wake.on('named-charges', sweep.hurry)
const ticks = setInterval(sweep.soon, 1000)
const koa = new Koa({ silent: true } as never)
koa.use(createHooksRouter(app).routes())
const server = http.createServer(koa.callback())
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const bare = new pg.Pool(fresh.connection)
bare.on('error', () => {})
await bare.query('create table bench_bare (id text primary key, is_paid boolean not null default false)')

interface Due {
  invoiceId: string
  connectionId: number
  serverKey: string
  reference: string
  amount: number
}

const payments = await makePayments()
const [own, least]: [number[], number[]] = [[], []]
const startedAt = performance.now()
const running: Promise<void>[] = []
for (const [turn, payment] of payments.entries()) {
  const waitMs = startedAt + (turn * 1000) / perS - performance.now()
  if (waitMs > 0) await pause(waitMs)
  running.push(measure(least, () => payBare(payment)).then(() => measure(own, () => payOurs(payment))))
}
await Promise.all(running)
for (const times of [own, least]) times.splice(0, warmUps)
print()
clearInterval(ticks)
await sweep.close()
await askers.drain(2_000)
server.closeAllConnections()
await new Promise(resolve => server.close(resolve))
await bare.end()

async function measure(times: number[], work: () => Promise<void>): Promise<void> {
  const before = performance.now()
  await work()
  times.push(performance.now() - before)
}

async function payBare({ invoiceId }: Due): Promise<void> {
  await bare.query('update bench_bare set is_paid = true where id = $1', [invoiceId])
}

async function payOurs({ invoiceId, connectionId, serverKey, reference, amount }: Due): Promise<void> {
  const signed = { order_id: reference, status_code: '200', gross_amount: `${amount}.00` }
  const text = signed.order_id + signed.status_code + signed.gross_amount + serverKey
  const body = JSON.stringify({ ...signed, signature_key: createHash('sha512').update(text).digest('hex') })
  arrived.add(reference)
  const answer = await fetch(`${address}/hooks/midtrans/${connectionId}`, { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`a notification was answered with ${answer.status}`)
  await untilPaid(invoiceId)
}

/**
 * Waits for a payment. All waits share one query, so that checking costs equally much however long the payments take.
 */
function untilPaid(invoiceId: string): Promise<void> {
  return new Promise(resolve => {
    unpaid.set(invoiceId, resolve)
    looking ??= look().finally(() => (looking = null))
  })
}

/** Resolves with the next payment that changes: every viewer of one is notified by its commit. */
function change(): Promise<void> {
  return new Promise(resolve => {
    const stop = app.wake.on('payments', () => {
      stop()
      resolve()
    })
  })
}

async function look(): Promise<void> {
  while (unpaid.size > 0) {
    const text = "select invoice_id from payment where invoice_id = any($1) and status = 'paid'"
    const { rows } = await bare.query<{ invoice_id: string }>(text, [[...unpaid.keys()]])
    for (const { invoice_id } of rows) {
      unpaid.get(invoice_id)!()
      unpaid.delete(invoice_id)
    }
    await Promise.race([pause(lookMs), change()])
  }
}

/** Creates the payments in the order of payment, in which each connection comes once per round. */
async function makePayments(): Promise<Due[]> {
  const merchants: { standing: Standing; connectionId: number; serverKey: string }[] = []
  for (let n = 0; n < merchantsCount; n++) {
    const { id: accountId } = await createAccount(app, { name: `toko${n}`, plan: 'paid' })
    const serverKey = `SB-Mid-server-bench${n}`
    const credentials = { server_key: serverKey, base_url: 'http://127.0.0.1:9', merchant_id: `G${n}` }
    const common = { accountId, connector: 'midtrans', mode: 'test', label: 'Midtrans', credentials } as const
    const connectionId = await createConnection(app, common)
    merchants.push({ standing: (await findStandingByAccount(app, accountId, 'test'))!, connectionId, serverKey })
  }
  const made: Due[] = []
  for (let round = 0; round < each; round++) {
    for (const { standing, connectionId, serverKey } of merchants) {
      const input = { amount: 10_000 + round, paymentMethod: 'qris_user' }
      const { invoiceId, finalAmount: amount } = await createPayment(app, standing, input)
      made.push({ invoiceId, connectionId, serverKey, reference: '', amount })
      await bare.query('insert into bench_bare (id) values ($1)', [invoiceId])
    }
    await waitUntilFinished(chargePayments(app, 1000))
  }
  const coded = await app.sql.query<{ invoice_id: string; reference: string }>(
    "select invoice_id, reference from charge where state = 'coded'",
  )
  const references = new Map(coded.map(row => [row.invoice_id, row.reference]))
  if (references.size !== made.length) throw new Error(`${references.size} of ${made.length} codes were made`)
  return made.map(payment => ({ ...payment, reference: references.get(payment.invoiceId)! }))
}

function codeOf(reference: string, amount: number): string {
  const merchant = { merchantId: 'BENCH', merchantName: 'BENCH', nmid: 'ID1234567890123', pan: '9360091100000000000' }
  return makeQrisCode({ ...merchant, amount, reference: reference.slice(-20) })
}

function print(): void {
  printTitle(`${payments.length - warmUps} notifications, ${perS} a second, ${merchantsCount} merchants: ms`)
  printLine('', ['p50', 'p99', 'most'])
  printTimes('  one row updated and committed', least)
  printTimes('  from the notification to paid', own)
  const ratio = percentile(sorted(own), 0.99) / percentile(sorted(least), 0.99)
  printLine('  p99, as many times the row', ['', ratio.toFixed(1)])
}

function printTimes(name: string, times: number[]): void {
  const figures = [0.5, 0.99, 1].map(part => percentile(sorted(times), part).toFixed(1))
  printLine(name, figures)
}

function sorted(times: number[]): number[] {
  return times.toSorted((one, other) => one - other)
}
