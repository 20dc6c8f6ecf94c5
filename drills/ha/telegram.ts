import http from 'node:http'
import path from 'node:path'
import { createLocalBotApi } from '../../packages/local-bot-api/src/local-bot-api.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createOutbound } from '../../src/lib/outbound.ts'
import type { Database } from '../../src/lib/sql.ts'
import { createLocalDoor } from '../../test/kit/local-door.ts'
import { addresses } from './cluster.ts'
import type { Ground } from './machine.ts'

const port = 8081

export const botApiUrl = `http://${addresses.telegram}:${port}/telegram`

/** The Telegram simulator, with its own database, so that faults of the cluster do not affect it. */
export interface Telegram {
  /** Creates a bot; returns its token. */
  addBot(username: string): Promise<string>
  /** Returns the number of updates that it has not delivered to bots yet. */
  waiting(): Promise<number>
  close(): Promise<void>
}

// The last thing that was opened is closed first.
export async function openTelegram(ground: Ground): Promise<Telegram> {
  await using opening = new AsyncDisposableStack()
  const database = await startEmbeddedPostgres({ dir: path.join(ground.folder, 'telegram'), maxConnections: 20 })
  opening.defer(() => database.stop())
  const { sql, close } = await connectDatabase(database.connection, { poolMax: 4, entities: [] })
  opening.defer(close)
  const outbound = createOutbound({ allow: [] })
  opening.defer(() => outbound.close())
  const door = createLocalDoor(botApiUrl)
  const api = await createLocalBotApi({ sql, url: botApiUrl, log: silentLog, door, outbound })
  opening.defer(() => api.close())
  const server = http.createServer((request, response) => {
    request.url = request.url!.replace(/^\/telegram/, '')
    api.handle(request, response)
  })
  await new Promise<void>(resolve => server.listen(port, addresses.telegram, resolve))
  opening.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const opened = opening.move()
  return { addBot, waiting: () => waitingIn(sql), close: () => opened.disposeAsync() }
}

async function addBot(username: string): Promise<string> {
  const answer = await fetch(`${botApiUrl}/control/bots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, first_name: 'Warung Kopi' }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`no bot ${username}: ${answer.status}`)
  return token
}

async function waitingIn(sql: Database): Promise<number> {
  const [row] = await sql.query<{ count: number }>('select count(*) from local_bot_api.update_queue')
  return Number(row!.count)
}
