import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/**
 * Runs a file of deploy/ as psql does, statement by statement, each in its own transaction. Calls back after each one.
 */
export async function runSqlFile(
  connection: pg.ClientConfig,
  name: string,
  onRun: (statement: string) => void = () => {},
): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, '../../deploy', name), 'utf8')
  const client = new pg.Client(connection)
  // If the server is stopped while a statement waits, the statement reports it as well.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statementsIn(text)) {
      await client.query(statement)
      onRun(statement)
    }
  } finally {
    await client.end()
  }
}

function statementsIn(text: string): string[] {
  const statements: string[] = []
  let open = ''
  for (const part of text.replace(/^--.*$/gm, '').split(/;$/m)) {
    open += part
    const isWhole = (open.split('$$').length - 1) % 2 === 0
    if (isWhole && open.trim() !== '') statements.push(open.trim())
    open = isWhole ? '' : `${open};`
  }
  return statements
}
