import { createApp } from '../../src/app.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestConfig } from '../kit/config.ts'
import { allEntities } from '../kit/entities.ts'
import { listingProvider } from './many-wallets.ts'

// A process of the role jobs that only reads: for each number that it receives, it reads that many times and reports
// the calls.
const config = createTestConfig({})
const database = await connectDatabase(JSON.parse(process.argv[2]!), { poolMax: 8, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const base = createApp({
  config,
  database,
  keyRing,
  wake: createLocalWake(silentLog),
  log: silentLog,
  now: () => new Date(),
})
const provider = listingProvider()
const app = { ...base, connectors: provider.connectors }

process.on('message', async times => {
  for (let turn = 0; turn < Number(times); turn++) await waitUntilFinished(readTransfers(app, 4))
  process.send!(provider.asked.splice(0))
})
process.on('disconnect', () => process.exit())
process.send!('ready')
