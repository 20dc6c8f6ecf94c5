import { createApp } from '../../../src/app.ts'
import { connectDatabase } from '../../../src/database/open.ts'
import { openKeyRing } from '../../../src/keys/key-ring.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { createLocalWake } from '../../../src/lib/wake.ts'
import { receivePush } from '../../../src/money/receive-push.ts'
import { nativeHeaders } from '../../connectors/mutations/phone.ts'
import { createTestConfig } from '../../kit/config.ts'
import { allEntities } from '../../kit/entities.ts'
import { bank, worded } from './words-of-bank.ts'

// One of several processes that receive notifications of one phone, and its merchant's answers.
const config = createTestConfig({})
const database = await connectDatabase(JSON.parse(process.argv[2]!), { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const app = createApp({
  config,
  database,
  keyRing,
  wake: createLocalWake(silentLog),
  log: silentLog,
  now: () => new Date(),
})

export interface Shown {
  connectionId: number
  amounts: number[]
  /** Prefixes the ids of this process. */
  prefix: string
}

process.on('message', async ({ connectionId, amounts, prefix }: Shown) => {
  const answers = amounts.map(async amount => {
    const said = { event_id: `${prefix}${amount}`, package_name: bank, title: 'Bank Contoh', text: worded(amount) }
    const body = JSON.stringify(said)
    const push = { method: 'POST', path: `/hooks/mutations/${connectionId}`, body: Buffer.from(body) }
    const headers = nativeHeaders(undefined, undefined, said.event_id)(body)
    const target = { connector: 'mutations', connectionId }
    return (await receivePush(app, target, { ...push, headers, receivedAt: new Date() })).status
  })
  process.send!(await Promise.all(answers))
})
process.on('disconnect', () => process.exit())
process.send!('ready')
