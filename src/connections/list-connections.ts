import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Connection, type StoredFailure } from './connection.ts'
import { Reading } from './reading.ts'

export interface ListedConnection {
  id: number
  connector: ConnectorId
  mode: Mode
  label: string
  /**
   * Whether it serves new payments. An inactive connection is still read while money for open payments may arrive
   * through it.
   */
  isActive: boolean
  createdAt: Date
  /** Since when the provider has refused its credentials; null while it works. */
  failingSince: Date | null
  lastFailure: StoredFailure | null
  /** When its phone or provider last sent something verified; null if it never has. */
  reportedAt: Date | null
}

/** Returns the connections of an account in both modes, active ones first, without removed ones. */
export async function listConnections(app: Needs<'em'>, accountId: number): Promise<ListedConnection[]> {
  const em = app.em({ accountId, mode: 'both' })
  const connections = await em.find(Connection, { removedAt: null }, { orderBy: { isActive: 'desc', id: 'asc' } })
  const readings = await app.em('shared').find(Reading, { connection: { $in: connections.map(({ id }) => id) } })
  const readingOf = new Map(readings.map(reading => [reading.connection.id, reading]))
  return connections.map(connection => {
    const { id, connector, mode, label, isActive, createdAt, failingSince } = connection
    const reading = readingOf.get(id)
    const lastFailure = connection.failure() ?? reading?.failure() ?? null
    const reportedAt = reading?.reportedAt ?? null
    return { id, connector, mode, label, isActive, createdAt, failingSince, lastFailure, reportedAt }
  })
}
