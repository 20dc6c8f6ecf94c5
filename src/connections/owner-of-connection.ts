import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

/** The account of a connection that the operator names by its id alone. Refuses `not_found`. */
export async function ownerOfConnection(app: Needs<'em'>, connectionId: number): Promise<number> {
  const connection = await app.em('installation').findOne(Connection, { id: connectionId, removedAt: null })
  if (!connection) throw notFound('connection')
  return connection.account.id
}
