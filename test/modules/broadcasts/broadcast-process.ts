import { connectDatabase } from '../../../src/database/open.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { createLocalWake } from '../../../src/lib/wake.ts'
import { sendBroadcasts } from '../../../src/modules/broadcasts/send-broadcasts.ts'
import { allEntities } from '../../kit/entities.ts'

// The lane of broadcasts as a separate process, so that a test can kill it: `node broadcast-process.ts CONNECTION
// SECONDS`. Its Telegram is a table, and each of its seconds begins when the previous one has ended.
const { sql, em, transaction } = await connectDatabase(JSON.parse(process.argv[2]!), {
  poolMax: 8,
  entities: allEntities,
})
let aheadMs = Number(process.argv[3]) * 1000
const app = {
  em,
  transaction,
  log: silentLog,
  wake: createLocalWake(silentLog),
  now: () => new Date(Date.now() + aheadMs),
  messenger: {
    async deliver({ chatId }: { chatId: number }) {
      await sql.write('insert into told (chat_id) values ($1)', [chatId])
      return { is: 'sent' as const, message: { messageId: 1, form: 'text' as const } }
    },
  },
}
process.send!('ready')
for (;;) {
  await waitUntilFinished(sendBroadcasts(app, 1))
  aheadMs += 1000
}
