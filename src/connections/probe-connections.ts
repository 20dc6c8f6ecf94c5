import type { Started } from '../lib/started.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { describeFailure, openLine } from './connection-call.ts'
import { recordSuccess } from './connection-health.ts'

type ProbeNeeds = Needs<
  'config' | 'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'log'
>

/**
 * Asks the providers of connections that fail whether they answer again: a method that is closed charges nothing, so
 * nothing else would find out.
 */
export async function probeConnections(app: ProbeNeeds, limit: number): Promise<Started> {
  const ids = (await app.sql.query(turnsSql, { limit })).map(({ id }) => id)
  const failing = await app.em('installation').find(Connection, { id: { $in: ids } })
  return { work: failing.map(connection => probe(app, connection)) }
}

/**
 * Connections that fail, by chance; connectors and, within one, accounts take turns, so that those of one provider
 * that hangs leave room for all others.
 */
export const turnsSql = statement<{ limit: number }, { id: number; connector: string }>(`
  select id, connector from (
    select id, connector, row_number() over (partition by connector order by place, random()) as turn from (
      select id, connector, row_number() over (partition by connector, account_id order by random()) as place
      from connection where failing_since is not null and is_active) own) waiting
  order by turn, random() limit :limit`)

async function probe(app: ProbeNeeds, connection: Connection): Promise<void> {
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
