import { type Owner, startEmbeddedPostgres } from '../../../embedded-postgres/src/index.ts'
import { connectDatabase } from './database.ts'
import type { Database } from './sql.ts'

const owner: Owner = {
  name: 'the local Bot API',
  role: 'postgres',
  database: 'postgres',
  socketPrefix: 'local-bot-api',
  folderSetting: '--data',
  serverSetting: '--database',
}

/** A crash of the machine would lose only chats of the simulation. */
const settings = { synchronous_commit: 'off' }

/**
 * Returns the given database, or the embedded one, which ends when this is closed. Throws an Error with the reason of a
 * failure.
 */
export async function openDatabase({
  database,
  data,
}: {
  database?: string | undefined
  data: string
}): Promise<Database & { close(): Promise<void> }> {
  if (database !== undefined) return openConnection({ connectionString: database }, async () => {})
  const embedded = await startEmbeddedPostgres({ dir: data, owner, maxConnections: 20, settings })
  return openConnection(embedded.connection, embedded.stop)
}

async function openConnection(
  connection: Parameters<typeof connectDatabase>[0],
  stop: () => Promise<void>,
): Promise<Database & { close(): Promise<void> }> {
  const opened = connectDatabase({ ...connection, connectionTimeoutMillis: 10_000 })
  const close = async () => {
    await opened.close()
    await stop()
  }
  try {
    await opened.query('select 1 as ready')
    return { ...opened, close }
  } catch (error) {
    await close()
    throw new Error(`The database cannot be used: ${(error as Error).message || (error as { code?: string }).code}`)
  }
}
