import type { ProviderAccount } from '../connectors/connector.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { type CallFailure, describeFailure, openLine } from './connection-call.ts'

export type ConnectionTest =
  | { works: true; account: ProviderAccount }
  | ({ works: false } & CallFailure)
  /** The connector cannot check an account. */
  | { works: null }

/** Asks the provider which account a connection's credentials open. Refuses `not_found`. */
export async function testConnection(
  app: Needs<'config' | 'em' | 'sql' | 'seal' | 'connectors' | 'outbound'>,
  accountId: number,
  connectionId: number,
): Promise<ConnectionTest> {
  const own = { id: connectionId, removedAt: null }
  const connection = await app.em({ accountId, mode: 'both' }).findOne(Connection, own)
  if (!connection) throw notFound('connection')
  const line = openLine(app, connection)
  if (!line.connector.check) return { works: null }
  try {
    return { works: true, account: await line.connector.check(line.call) }
  } catch (error) {
    return { works: false, ...describeFailure(line, error) }
  }
}
