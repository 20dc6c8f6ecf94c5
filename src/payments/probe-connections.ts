import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, connectionColumns, describeFailure, openLine } from './connection-call.ts'
import { noteSuccess } from './connection-health.ts'

type ProbeNeeds = Needs<
  'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

/**
 * Asks providers that refuse the credentials of a connection whether they accept them again: a method that is closed for it
 * charges nothing, so that nothing else would ever find out.
 */
export async function probeConnections(app: ProbeNeeds, limit: number): Promise<Started> {
  const failing = await app.sql.query<ConnectionRow>(failingSql, [limit])
  return { work: failing.map(row => probe(app, row)) }
}

const failingSql = `
  select ${connectionColumns} from connection c where c.failing_since is not null and c.is_active order by random() limit $1`

async function probe(app: ProbeNeeds, row: ConnectionRow): Promise<void> {
  const line = openLine(app, row)
  if (!line.connector.check) return
  try {
    await line.connector.check(line.call)
    await noteSuccess(app, row)
  } catch (error) {
    const { kind, sentence } = describeFailure(line, error)
    app.log.debug({ connection: row.connectionId, kind, error: sentence }, 'a connection still fails')
  }
}
