// A process that receives requests for many payments at once, and dies at a statement that creates several of them.
import type pg from 'pg'
import { createApp } from '../../src/app.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createTestConfig } from '../kit/config.ts'
import { type DyingAt, killAtStatements } from '../kit/dying.ts'
import { allEntities } from '../kit/entities.ts'
import { wantedTogether } from './wanted-together.ts'

export interface ManyOrder {
  when: DyingAt['when']
  connection: pg.ClientConfig
  settings: Record<string, string>
  accounts: number[]
  method: string
  count: number
}

const order: ManyOrder = JSON.parse(process.argv[2]!)
const config = createTestConfig(order.settings)
const database = await connectDatabase(order.connection, { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const app = createApp({
  config,
  database,
  keyRing,
  wake: createLocalWake(silentLog),
  log: silentLog,
  now: () => new Date(),
})
const standings = await Promise.all(order.accounts.map(id => findStandingByAccount(app, id, 'test')))
killAtStatements({ statement: /insert into payment /, when: order.when })
await Promise.all(
  wantedTogether(order.method, order.count).map((asked, at) => createPayment(app, standings[at % 3]!, asked)),
)
process.stderr.write('no statement made a payment\n')
process.exit(0)
