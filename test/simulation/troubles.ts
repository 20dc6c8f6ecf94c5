import fs from 'node:fs'
import { expect } from 'vitest'
import { makeNextMigrations, nextVersion } from '../../drills/upgrade/next-version.ts'
import { createApp } from '../../src/app.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { silentLog } from '../../src/lib/log.ts'
import { type Outbound, OutboundError } from '../../src/lib/outbound.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { allEntities } from '../kit/entities.ts'
import { withOutage } from '../kit/outage.ts'
import type { WebShop } from '../web/web-shop.ts'
import { type Act, faults } from './act.ts'
import { checkFailures } from './check-failures.ts'
import type { Trouble } from './performers.ts'
import { type OwnProcess, startProcess } from './processes.ts'
import { expectCode, type Performers, type Scene } from './scene.ts'
import { steps, work } from './work.ts'

/** The troubles of the shop's machines and gateways, while its work goes on. */
export interface Troubles {
  perform: Performers<Trouble>
  detect(): Promise<void>
  /** Does all recurring work once. */
  work(): Promise<void>
  /** Whether a gateway is about to fail. */
  isTroubled(): Promise<boolean>
  /** Whether a process was killed, which may have sent a callback without recording it. */
  hasKilled(): boolean
  close(): Promise<void>
}

/** Opens a second process beside the shop. */
export async function openTroubles({
  shop,
  model,
  lister,
  settings,
}: Pick<Scene, 'shop' | 'model' | 'lister'> & { settings: Record<string, string> }): Promise<Troubles> {
  let second = await openSecond(shop)
  let lost = 0
  let hasKilled = false
  const outbound = withLostAnswers(shop.app.outbound, () => lost > 0 && lost-- > 0)
  const first = { ...shop.app, outbound }
  const trouble = async () => lost + (await countFaults(shop))
  const detect = async () => {
    for (let round = 1; ; round++) {
      const before = await trouble()
      await shop.hurry()
      await Promise.all([work(first), work(second.app)])
      // A round skips rows that the other process has locked.
      await shop.hurry()
      await work(first)
      if (before === 0 || (round > 1 && before === (await trouble()))) return
    }
  }
  return {
    detect,
    work: () => work(first),
    isTroubled: async () => (await trouble()) > 0,
    hasKilled: () => hasKilled,
    perform: {
      async fault({ fault, count }) {
        const [connector, operation, mode] = faults[fault]!
        const body = { connector, operation, mode, count, ...(mode === 'slow' && { delay_ms: 20 }) }
        const before = await trouble()
        expect((await shop.sandbox('/faults', body)).status).toBe(200)
        if (before === 0) await checkFailures(shop, first, faults[fault]!)
        if (connector !== 'wallet') return
        // Further pages fail as well, of which each is tried three times.
        lister.failing = 3 * count
        await detect()
        lister.failing = 0
        await detect()
      },
      async lose({ answers }) {
        lost = answers
      },
      break: ({ statements }) => breakDown(first, statements),
      async restart() {
        await second.close()
        second = await openSecond(shop)
      },
      async upgrade() {
        // Processes of this version go on while the database becomes that of the next one.
        await Promise.all([upgradeDatabase(shop), work(second.app)])
      },
      async kill(act) {
        hasKilled = true
        // The process serves requests or does work, beside the others.
        const started = await startProcess(shop, settings)
        if (act.at === 'request') await killRequest({ shop, model }, started, act)
        else {
          await shop.hurry()
          await Promise.all([started.dieAtWork(act.statement), work(second.app)])
        }
        await freeLeases(shop.app)
      },
    },
    close: () => second.close(),
  }
}

async function upgradeDatabase({ connection }: WebShop): Promise<void> {
  const folder = makeNextMigrations()
  try {
    await migrateSchema(connection, { own: nextVersion, folder })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Repeats a request whose process was killed: it has one effect. */
async function killRequest(
  { shop, model }: Pick<Scene, 'shop' | 'model'>,
  process: OwnProcess,
  { statement }: Extract<Act, { do: 'kill' }>,
): Promise<void> {
  const amount = model.world.prices[statement % model.world.prices.length]!
  const method = statement % 2 === 0 ? 'wallet_direct' : 'qris'
  const body = { amount, payment_method: method }
  const headers = { 'idempotency-key': `killed ${model.payments.length}` }
  const early = (await process.dieAtRequest(statement, { path: '/create-payment', body, headers })) as {
    data: object
  } | null
  const { status, body: answer } = await shop.api('/create-payment', { body, headers })
  expect(status, JSON.stringify(answer)).toBe(200)
  if (early) expect(answer.data).toEqual(early.data)
  const { invoice_id: invoiceId, final_amount: finalAmount } = answer.data
  expectCode(model, { invoiceId, method, amount, finalAmount })
  model.create({ invoiceId, method, amount, finalAmount })
}

async function countFaults({ app }: WebShop): Promise<number> {
  const [row] = await app.sql.query<{ count: number }>(
    'select coalesce(sum(remaining), 0)::int as count from sandbox.fault',
  )
  return row!.count
}

/** Lets answers of gateways get lost, after their requests were carried out. */
function withLostAnswers(outbound: Outbound, isLost: () => boolean): Outbound {
  const losing = (way: Pick<Outbound, 'fetch'>): Outbound['fetch'] => {
    return async (address, options) => {
      const answer = await way.fetch(address, options)
      if (!address.includes('/receiver') && isLost()) throw new OutboundError('timeout', 'no answer in time')
      return answer
    }
  }
  const { ofTestMode } = outbound
  return { ...outbound, fetch: losing(outbound), ...(ofTestMode && { ofTestMode: { fetch: losing(ofTestMode) } }) }
}

async function openSecond(shop: WebShop): Promise<{ app: App; close(): Promise<void> }> {
  const { config, keyRing, now, connectors } = shop.app
  const database: OpenDatabase = await connectDatabase(shop.connection, { poolMax: 4, entities: allEntities })
  const built = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
  return {
    app: { ...built, connectors },
    async close() {
      await built[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

/** Makes the database unavailable for some statements of a round. */
async function breakDown(shop: App, statements: number): Promise<void> {
  const { app, refuse } = withOutage(shop)
  refuse(statements)
  for (const step of steps) await step(app).catch(() => {})
  refuse(0)
  await freeLeases(shop)
}

/** Frees the leases of work that was cut off, as other processes do after some seconds. */
async function freeLeases({ sql }: App): Promise<void> {
  const freed = "lease_token = null, lease_holder = null, leased_until = '-infinity'"
  for (const table of ['reading', 'charge', 'delivery'])
    await sql.write(`update ${table} set ${freed} where lease_token is not null`)
}
