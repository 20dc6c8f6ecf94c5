import type { AccountScope } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { credentialsContext } from './credentials.ts'

/** What a merchant's phone has to know to forward notifications (docs/connectors/mutations.md). */
export interface Forwarder {
  label: string
  dialect: string
  secret: string
  token: string | null
  pin: string | null
  apps: string[]
  /** Seconds between two heartbeats; null for one that sends none. */
  heartbeatS: number | null
}

/** The secrets of a connection that a phone forwards to: they were made here, so they may be shown again. Refuses `not_found`. */
export async function openForwarder(
  app: Needs<'em' | 'seal'>,
  scope: Required<AccountScope>,
  connectionId: number,
): Promise<Forwarder> {
  const connection = await app
    .em(scope)
    .findOne(Connection, { id: connectionId, connector: 'mutations', removedAt: null })
  if (!connection) throw new Refusal('not_found', 'There is no such connection')
  const { dialect, secret, token, pin, apps, heartbeat_s } = JSON.parse(
    app.seal.open(connection.sealedCredentials, credentialsContext(connectionId)),
  )
  const { label } = connection
  return {
    label,
    dialect,
    secret,
    token: token ?? null,
    pin: pin ?? null,
    apps,
    heartbeatS: heartbeat_s ?? null,
  }
}
