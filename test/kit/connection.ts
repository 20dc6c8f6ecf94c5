import pg from 'pg'

/** Returns another database of this server. */
export function selectDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const address = new URL(server.connectionString)
  address.pathname = `/${database}`
  return { connectionString: address.href }
}

/** Runs the statements on a separate connection. */
export async function executeStatements(connection: pg.ClientConfig, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the connection as a DATABASE_URL, for a separate process. */
export function formatDatabaseUrl({ connectionString, host, port, user, password, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  const credentials = password ? `${user}:${encodeURIComponent(String(password))}` : user
  return `postgres://${credentials}@localhost/${database}?host=${encodeURIComponent(host!)}&port=${port}`
}
