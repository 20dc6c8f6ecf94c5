import { connectDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Database } from './sql.ts'

/**
 * The database that was given, or the embedded one, which ends when this is closed. Throws an Error that says why
 * not.
 */
export async function openDatabase({
  database,
  data,
}: {
  database?: string | undefined
  data: string
}): Promise<Database & { close(): Promise<void> }> {
  if (database !== undefined) return connect({ connectionString: database }, async () => {})
  const embedded = await startEmbeddedPostgres(data)
  return connect(embedded.connection, embedded.stop)
}

async function connect(
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
