import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

/**
 * Whose connections: the operator's, which serve all accounts, or those of merchants, who choose their own providers.
 */
export type ConnectionOwner = 'operator' | 'merchants'

/** Returns the value to compare `account.is_operator` with; null if a claim covers all accounts. */
export function makeOperatorCondition(owner: ConnectionOwner | null): boolean | null {
  return owner === null ? null : owner === 'operator'
}

/** Returns claimed rows with their connections, which are read by a single query. */
export async function attachConnections<Row extends { connection: { id: number } }>(
  app: Needs<'em'>,
  rows: Row[],
): Promise<{ row: Row; connection: Connection }[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ connection }) => connection.id))]
  const connections = await app.em('installation').find(Connection, { id: { $in: ids } })
  const byId = new Map(connections.map(connection => [connection.id, connection]))
  return rows.map(row => ({ row, connection: byId.get(row.connection.id)! }))
}
