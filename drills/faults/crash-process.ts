// A process of the shop that runs a payment's whole life once, and dies at the given point.
import type pg from 'pg'
import { createApp } from '../../src/app.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { type ConnectorId, connectors } from '../../src/connectors/index.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { createTestConfig } from '../../test/kit/config.ts'
import { killAtStatements, killProcess } from '../../test/kit/dying.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { addVariants, type CrashPoint, crashPoints, type MerchantRequest, requestPayment } from './crash-points.ts'

export interface CrashInstructions {
  point: string
  connection: pg.ClientConfig
  settings: Record<string, string>
  accountId: number
  /** The request, if the process creates the payment. */
  asked: MerchantRequest | null
  clockOffsetMs: number
}

const order: CrashInstructions = JSON.parse(process.argv[2]!)
const point = crashPoints.find(({ name }) => name === order.point)!
killAtStatements(point.at)

const config = createTestConfig(order.settings)
const database = await connectDatabase(order.connection, { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const now = () => new Date(Date.now() + order.clockOffsetMs)
const built = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
const app = dieAtCalls(built, point)

if (order.asked) {
  const standing = (await findStandingByAccount(app, order.accountId, 'test'))!
  await Promise.all(addVariants(order.asked).map(asked => requestPayment(app, standing, asked)))
}
await waitUntilFinished(chargePayments(app, 10))
await waitUntilFinished(readTransfers(app, 10))
await app.sql.write("update charge set ask_at = '-infinity' where state = 'coded'")
await waitUntilFinished(pollCharges(app, 10))
await waitUntilFinished(deliverCallbacks(app, 10))
process.exit(0)

function dieAtCalls(built: App, { at, provider = 'interactive' }: CrashPoint): App {
  if (!('call' in at)) return built
  const dying =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (at.when === 'before') killProcess()
      const result = await work(...given)
      killProcess()
      return result
    }
  const mending = (id: ConnectorId, change: (connector: Connector) => Partial<Connector>): App => {
    const connector = connectors[id]
    return { ...built, connectors: { ...connectors, [id]: { ...connector, ...change(connector) } } }
  }
  if (at.call === 'post') return { ...built, outbound: { fetch: postsOnly(built, dying(built.outbound.fetch)) } }
  if (at.call === 'read') return mending('wallet', ({ transfers }) => ({ transfers: dying(transfers!) }))
  if (at.call === 'books') return mending('snap', ({ history }) => ({ history: dying(history!) }))
  if (at.call === 'ask') return mending(provider, ({ status }) => ({ status: dying(status!) }))
  return mending(provider, ({ charge }) => ({ charge: dying(charge!) }))
}

/** Providers are contacted as usual; callbacks go to the receiver. */
function postsOnly({ outbound }: App, dying: App['outbound']['fetch']): App['outbound']['fetch'] {
  return (address, options) => (address.endsWith('/hook') ? dying(address, options) : outbound.fetch(address, options))
}
