import type { Forwarder } from '../connectors/forwarder.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { credentialsContext } from './credentials.ts'
import { buildHookAddress } from './hook-address.ts'
import { makePairingCode } from './pairing/pairing-code.ts'
import { Reading } from './reading.ts'

/** A connection that a phone forwards to. */
export interface OpenedForwarder extends Forwarder {
  label: string
  connector: ConnectorId
  /** The address to which the phone forwards notifications. */
  address: string
  /** The page on which a phone is paired with a code; null if pairing is not possible. */
  pairingUrl: string | null
  /** The address that pairs an additional phone; null if no phone is paired yet, or the maximum is reached. */
  addingUrl: string | null
}

/**
 * Returns the secrets of a connection to which a phone forwards. They were generated here, so they may be shown again.
 * Refuses `not_found`.
 */
export async function openForwarder(
  app: Needs<'em' | 'seal' | 'connectors' | 'config' | 'now'>,
  scope: Required<AccountScope>,
  connectionId: number,
): Promise<OpenedForwarder> {
  const connection = await app.em(scope).findOne(Connection, { id: connectionId, removedAt: null })
  const { forwarder, renewKey, addKey } = (connection && app.connectors[connection.connector]) ?? {}
  if (!connection || !forwarder) throw notFound('connection')
  const credentials = JSON.parse(app.seal.open(connection.sealedCredentials, credentialsContext(connectionId)))
  const opened = forwarder(credentials)
  const keys = [opened.secret, ...opened.others]
  const urlOf = (adds: boolean) =>
    `${app.config.baseUrl}/forwarder?code=${makePairingCode(app, { connectionId, keys, adds })}`
  const { phone } = await app.em('shared').findOneOrFail(Reading, { connection: connectionId })
  const mayAdd = phone !== null && phone.pairedAt !== null && !!addKey?.(credentials)
  return {
    label: connection.label,
    connector: connection.connector,
    address: buildHookAddress(app, connection),
    pairingUrl: renewKey ? urlOf(false) : null,
    addingUrl: mayAdd ? urlOf(true) : null,
    ...opened,
  }
}
