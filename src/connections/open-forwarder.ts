import type { Forwarder } from '../connectors/forwarder.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { credentialsContext } from './credentials.ts'

/** A connection that a phone forwards to. */
export interface OpenedForwarder extends Forwarder {
  label: string
  connector: ConnectorId
  /** Where it forwards to. */
  address: string
}

/**
 * The secrets of a connection that a phone forwards to: they were made here, so they may be shown again. Refuses
 * `not_found`.
 */
export async function openForwarder(
  app: Needs<'em' | 'seal' | 'connectors' | 'config'>,
  scope: Required<AccountScope>,
  connectionId: number,
): Promise<OpenedForwarder> {
  const connection = await app.em(scope).findOne(Connection, { id: connectionId, removedAt: null })
  const forwarder = connection && app.connectors[connection.connector].forwarder
  if (!forwarder) throw notFound('connection')
  const credentials = JSON.parse(app.seal.open(connection.sealedCredentials, credentialsContext(connectionId)))
  return {
    label: connection.label,
    connector: connection.connector,
    address: `${app.config.baseUrl}/hooks/${connection.connector}/${connectionId}`,
    ...forwarder(credentials),
  }
}
