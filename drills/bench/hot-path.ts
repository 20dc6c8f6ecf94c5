import { randomInt } from 'node:crypto'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { spreadEvents } from '../../src/modules/webhooks/spread-events.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { Payment } from '../../src/payments/payment.ts'
import {
  type ListingProvider,
  listingProvider,
  moneyFor,
  openWallets,
  type Wallet,
} from '../../test/money/many-wallets.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { measureSessions, type SessionsTime } from './processor-time.ts'
import { printLine, printTitle } from './table.ts'

const walletsEach = 8
const paymentsEach = pickSize(8, 25)
const rounds = pickSize(4, 40)

/** A shop to measure, and its own wallets, so that one shop's rows do not affect the other. */
interface Side {
  name: string
  app: App
  wallets: Wallet[]
}

interface Figures {
  createdMs: number
  settledMs: number
}

/**
 * Measures creating and settling, with the shops in turns. The figures are processor time of this process and of its
 * sessions at the database, per payment. Deliveries are not sent, because that is the work of another process. The loss
 * is the median of the rounds' ratios to the shop without events.
 */
export async function measureHotPath(): Promise<void> {
  await using fresh = await openFreshApp({ OUTBOUND_ALLOW: '127.0.0.1:9' })
  await using sessions = await measureSessions(fresh.connection)
  const provider = listingProvider()
  const app: App = { ...fresh.app, connectors: provider.connectors }
  const sides = [
    { name: 'without events for endpoints', app: untold(app), wallets: await openWallets(app, walletsEach, 'tanpa') },
    { name: 'no endpoint', app, wallets: await openWallets(app, walletsEach, 'nol') },
    { name: 'three endpoints', app, wallets: await openWallets(app, walletsEach, 'tiga') },
  ]
  for (const { standing } of sides[2]!.wallets) {
    for (const path of ['a', 'b', 'c']) {
      const asked = { url: `http://127.0.0.1:9/${path}` }
      await createWebhook(app, { accountId: standing.accountId, mode: 'test' }, asked, { actor: 'bench' })
    }
  }
  const measured: Figures[][] = sides.map(() => [])
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const at = (turn + round) % sides.length
      const figures = await measureBlock(sides[at]!, provider, sessions)
      if (round > 0) measured[at]!.push(figures)
    }
  }
  const spreadMs = await timed(sessions, async () => {
    while (await spreadEvents(app)) {
      // The rest.
    }
  })
  await checkPlanned(app, sides)
  print(sides, measured)
  printLine('  spread afterwards to three endpoints, by whoever sends', [(spreadMs / (rounds + 1)).toFixed(3)])
}

/** Returns the shop without endpoints: subscribers are not looked up, and deliveries not planned. */
function untold(app: App): App {
  const { count: _, plan: __, ...reactions } = app.reactions
  return { ...app, reactions }
}

async function measureBlock({ app, wallets }: Side, provider: ListingProvider, sessions: SessionsTime) {
  const made = new Map<Wallet, Payment[]>()
  const createdMs = await timed(sessions, async () => {
    await Promise.all(
      wallets.map(async wallet => {
        const payments: Payment[] = []
        for (let n = 0; n < paymentsEach; n++) {
          const amount = 10_000 + randomInt(5_000_000)
          payments.push(await createPayment(app, wallet.standing, { amount, paymentMethod: 'wallet_direct' }))
        }
        made.set(wallet, payments)
      }),
    )
  })
  for (const [{ number }, payments] of made) {
    provider.lists.set(
      number,
      payments.map(payment => moneyFor(payment, app.now())),
    )
  }
  const accounts = wallets.map(({ standing }) => standing.accountId)
  await app.sql.write(
    `update reading r set due_at = case when c.account_id = any($1::bigint[]) then now() else 'infinity' end
     from connection c where c.id = r.connection_id`,
    [accounts],
  )
  const settledMs = await timed(
    sessions,
    async () => void (await waitUntilFinished(readTransfers(app, wallets.length))),
  )
  const [unpaid] = await app.sql.query<{ count: number }>(
    "select count(*)::integer as count from payment where account_id = any($1::bigint[]) and status <> 'paid'",
    [accounts],
  )
  if (unpaid!.count > 0) throw new Error(`${unpaid!.count} payments were not paid`)
  return { createdMs, settledMs }
}

async function timed(sessions: SessionsTime, work: () => Promise<void>): Promise<number> {
  const ofSessions = await sessions.ms()
  const ofProcess = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(ofProcess)
  return ((user + system) / 1000 + (await sessions.ms()) - ofSessions) / (walletsEach * paymentsEach)
}

/** Throws unless a side planned exactly the expected deliveries; its figure would otherwise be meaningless. */
async function checkPlanned(app: App, sides: Side[]): Promise<void> {
  const events = 2 * walletsEach * paymentsEach * (rounds + 1)
  for (const [at, { name, wallets }] of sides.entries()) {
    const [row] = await app.sql.query<{ count: number }>(
      'select count(*)::integer as count from endpoint_delivery where account_id = any($1::bigint[])',
      [wallets.map(({ standing }) => standing.accountId)],
    )
    const expected = at === 2 ? 3 * events : 0
    if (row!.count !== expected) throw new Error(`${name}: ${row!.count} deliveries were planned, not ${expected}`)
  }
}

function print(sides: Side[], measured: Figures[][]): void {
  printTitle(
    `processor time of a payment, ${rounds} rounds of ${walletsEach * paymentsEach}; the loss in each, middle half`,
  )
  printLine('', ['CPU ms', 'ratio', 'from', 'to'])
  for (const [title, figure] of [
    ['creating', ({ createdMs }: Figures) => createdMs],
    ['settling', ({ settledMs }: Figures) => settledMs],
  ] as const) {
    printLine(title, [])
    for (const [at, { name }] of sides.entries()) {
      const own = measured[at]!.map(figure)
      const ratios = own.map((ms, round) => ms / figure(measured[0]![round]!)).sort((one, other) => one - other)
      const told = [0.5, 0.25, 0.75].map(part => percentile(ratios, part).toFixed(3))
      printLine(`  ${name}`, [
        percentile(
          own.toSorted((one, other) => one - other),
          0.5,
        ).toFixed(3),
        ...told,
      ])
    }
  }
  process.stdout.write('  at most 1.030 without an endpoint, 1.080 with three\n')
}
