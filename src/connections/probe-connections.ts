import type { StartedWork } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { describeFailure, openLine } from './connection-call.ts'
import { recordSuccess } from './connection-health.ts'
import { turnsSql } from './probe-connections-sql.ts'

type ProbeNeeds = Needs<
  'config' | 'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'log'
>

/**
 * Checks whether the providers of failing connections answer again. A closed method creates no charges, so nothing else
 * would notice.
 */
export async function probeConnections(app: ProbeNeeds, limit: number): Promise<StartedWork> {
  const ids = (await app.sql.query(turnsSql, { limit })).map(({ id }) => id)
  const failing = await app.em('installation').find(Connection, { id: { $in: ids } })
  return { work: failing.map(connection => probeConnection(app, connection)) }
}

async function probeConnection(app: ProbeNeeds, connection: Connection): Promise<void> {
  const line = openLine(app, connection)
  if (!line.connector.check) return
  try {
    await line.connector.check(line.call)
    // A provider that knows the account but does not list its transfers does not work yet.
    await line.connector.transfers?.(line.call, { since: app.now(), cursor: null })
    await recordSuccess(app, connection)
  } catch (error) {
    const { kind, sentence } = describeFailure(line, error)
    app.log.debug({ connection: connection.id, kind, error: sentence }, 'a connection still fails')
  }
}
