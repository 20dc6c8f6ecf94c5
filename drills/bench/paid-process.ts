import { randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Payment } from '../../src/payments/payment.ts'
import type { Wallet } from '../../test/money/many-wallets.ts'
import { pickSize } from './length.ts'
import { measureSessions, type SessionsTime } from './processor-time.ts'

// A shop of the given checkout, for `paid.ts`: each round makes payments, pays them by wallets that are read as lists,
// and notifies their merchant. The second argument is the port of a receiver.

/** The processor time of a payment in ms: of this process, and of its sessions at the database. */
export interface PaymentCost {
  ownMs: number
  sessionsMs: number
}

/** The answer to a round: the cost of each step, for one payment. */
export type RoundCosts = Record<'creating' | 'settling' | 'telling', PaymentCost>

const [root, port] = process.argv.slice(2) as [string, string]
const walletsCount = pickSize(4, 32)
const paymentsEach = pickSize(4, 32)

// It reads the indexes of the queue, because its time is measured as well.
const waiting = `select from delivery where state = 'pending' and attempts = 0 and lease_token is null
  union all select from delivery where lease_token is not null limit 1`

// Another checkout has the functions in files with equal names.
const of = <Module>(file: string) => import(pathToFileURL(path.join(root, file)).href) as Promise<Module>
const { openFreshApp } = await of<typeof import('./fresh-app.ts')>('drills/bench/fresh-app.ts')
const { listingProvider, moneyFor, openWallets } =
  await of<typeof import('../../test/money/many-wallets.ts')>('test/money/many-wallets.ts')
const { waitUntilFinished } = await of<typeof import('../../src/lib/started.ts')>('src/lib/started.ts')
const { silentLog } = await of<typeof import('../../src/lib/log.ts')>('src/lib/log.ts')
const { createBoundedPool } = await of<typeof import('../../src/lib/bounded-pool.ts')>('src/lib/bounded-pool.ts')
const { createSoloSweep } = await of<typeof import('../../src/jobs/sweep.ts')>('src/jobs/sweep.ts')
const { createPayment } = await of<typeof import('../../src/payments/create-payment.ts')>(
  'src/payments/create-payment.ts',
)
const { readTransfers } = await of<typeof import('../../src/money/read-transfers.ts')>('src/money/read-transfers.ts')
const { deliverCallbacks } = await of<typeof import('../../src/callbacks/deliver-callbacks.ts')>(
  'src/callbacks/deliver-callbacks.ts',
)

await using fresh = await openFreshApp({ OUTBOUND_ALLOW: `127.0.0.1:${port}` })
const provider = listingProvider()
const app = { ...fresh.app, connectors: provider.connectors }
const wallets = await openWallets(app, walletsCount)
await using sessions = await measureSessions(await connectionOf())

const ended = new Promise<void>(resolve => process.once('disconnect', resolve))
process.on('message', async () => process.send!(await round(sessions)))
process.send!('ready')
await ended

/** Returns the database's address, which older checkouts do not expose. */
async function connectionOf() {
  const [row] = await app.sql.query<{ host: string; port: number; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_setting('port')::integer as port,
       current_user as user, current_database() as database`,
  )
  return row!
}

async function round(sessions: SessionsTime): Promise<RoundCosts> {
  const made = new Map<Wallet, Payment[]>()
  const creating = await costOf(sessions, async () => {
    await Promise.all(
      wallets.map(async wallet => {
        const payments: Payment[] = []
        for (let n = 0; n < paymentsEach; n++) {
          const callbackUrl = `http://127.0.0.1:${port}/hook`
          const asked = { amount: 10_000 + randomInt(5_000_000), paymentMethod: 'wallet_direct', callbackUrl }
          payments.push(await createPayment(app, wallet.standing, asked))
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
  const settling = await costOf(sessions, async () => {
    await app.sql.write('update reading set due_at = now()')
    await waitUntilFinished(readTransfers(app, walletsCount))
  })
  const telling = await costOf(sessions, tellAll)
  const [row] = await app.sql.query<{ count: number }>(
    "select count(*) from delivery where state = 'delivered' and invoice_id = any($1)",
    [[...made.values()].flat().map(({ invoiceId }) => invoiceId)],
  )
  if (row!.count !== walletsCount * paymentsEach) throw new Error(`${row!.count} callbacks were taken`)
  return { creating, settling, telling }
}

/** Delivers callbacks like the role jobs, until none waits. */
async function tellAll(): Promise<void> {
  const callers = createBoundedPool(200)
  const run = () => callers.start(room => deliverCallbacks(app, room))
  const sweep = createSoloSweep({ name: 'deliver-callbacks', everyMs: 1000, run }, silentLog)
  const offs = [app.wake.on('callbacks', sweep.soon), app.wake.on('more-callbacks', sweep.hurry ?? sweep.soon)]
  sweep.soon()
  while ((await app.sql.query(waiting)).length > 0) await pause(50)
  for (const off of offs) off()
  await sweep.close()
  await callers.drain(2_000)
}

async function costOf(sessions: SessionsTime, work: () => Promise<void>): Promise<PaymentCost> {
  const ofSessions = await sessions.ms()
  const ofProcess = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(ofProcess)
  const payments = walletsCount * paymentsEach
  return {
    ownMs: (user + system) / 1000 / payments,
    sessionsMs: ((await sessions.ms()) - ofSessions) / payments,
  }
}
