import { createApp } from '../../../src/app.ts'
import { connectDatabase } from '../../../src/database/open.ts'
import { openKeyRing } from '../../../src/keys/key-ring.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { createLocalWake } from '../../../src/lib/wake.ts'
import { deliverEvents } from '../../../src/modules/webhooks/deliver-events.ts'
import { createTestConfig } from '../../kit/config.ts'
import { allEntities } from '../../kit/entities.ts'

// A process of the role jobs that only sends to endpoints, until it is killed.
const [connection, settings] = process.argv.slice(2).map(text => JSON.parse(text))
const config = createTestConfig(settings)
const database = await connectDatabase(connection, { poolMax: 8, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const app = createApp({
  config,
  database,
  keyRing,
  wake: createLocalWake(silentLog),
  log: silentLog,
  now: () => new Date(),
})
process.send!('ready')
for (;;) await waitUntilFinished(deliverEvents(app, 20))
