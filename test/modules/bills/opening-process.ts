// A process that opens a bill, or sends its reminder, and dies at the given point.
import type pg from 'pg'
import { createApp } from '../../../src/app.ts'
import { connectDatabase } from '../../../src/database/open.ts'
import { openKeyRing } from '../../../src/keys/key-ring.ts'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { createLocalWake } from '../../../src/lib/wake.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { remindOfBills } from '../../../src/modules/bills/remind-of-bills.ts'
import { createTestConfig } from '../../kit/config.ts'
import { type DyingAt, killAtStatements } from '../../kit/dying.ts'
import { allEntities } from '../../kit/entities.ts'

export interface OpeningOrder {
  at: { statement: string; when: DyingAt['when'] }
  connection: pg.ClientConfig
  settings: Record<string, string>
  accountId: number
  /** If unset, it sends reminders of bills. */
  billId?: number
  clockOffsetMs: number
}

const { at, connection, settings, accountId, billId, clockOffsetMs }: OpeningOrder = JSON.parse(process.argv[2]!)
killAtStatements({ statement: new RegExp(at.statement), when: at.when })

const config = createTestConfig(settings)
const database = await connectDatabase(connection, { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const now = () => new Date(Date.now() + clockOffsetMs)
const app = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
if (billId === undefined) {
  await remindOfBills(app)
} else {
  const standing = await findStandingByAccount(app, accountId, 'test')
  await openBill(app, standing!, billId, { browser: 'one' })
}
process.stderr.write(`${at.statement} was not reached\n`)
process.exit(0)
