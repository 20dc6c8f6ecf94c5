import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'

/** Returns the account of a connection, which the operator names only by its id. Refuses `not_found`. */
export async function findConnectionOwner(app: Needs<'em'>, connectionId: number): Promise<number> {
  const connection = await app.em('installation').findOne(Connection, { id: connectionId, removedAt: null })
  if (!connection) throw notFound('connection')
  return connection.account.id
}
