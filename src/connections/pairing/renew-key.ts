import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { changeWindow } from '../change-window.ts'
import { Connection } from '../connection.ts'
import { credentialsContext } from '../credentials.ts'
import { type Phone, Reading } from '../reading.ts'

/** A connection with a phone, as it was read, and its unsealed credentials. */
export interface PhoneConnection {
  connection: Connection
  credentials: unknown
}

/** Opens the credentials of a connection that a phone can be paired with; null for any other. */
export function openPhone(
  { connectors, seal }: Needs<'connectors' | 'seal'>,
  connection: Connection | null,
): PhoneConnection | null {
  if (!connection || !connectors[connection.connector].renewKey) return null
  const { id, sealedCredentials } = connection
  return { connection, credentials: JSON.parse(seal.open(sealedCredentials, credentialsContext(id))) }
}

/**
 * Gives a connection a fresh key, which cuts off the phones with the old ones. Returns the new credentials; null if
 * they have changed since the connection was read, so that only one of several callers succeeds.
 */
export function renewKey(
  app: Needs<'connectors' | 'seal'>,
  tx: Tx,
  opened: PhoneConnection,
  phone: Phone | null,
): Promise<unknown> {
  const { connection, credentials } = opened
  return replaceKeys(app, tx, {
    ...opened,
    renewed: app.connectors[connection.connector].renewKey!(credentials),
    phone,
  })
}

interface Replacing extends PhoneConnection {
  renewed: unknown
  phone: Phone | null
}

/** Stores credentials with other keys. Returns null if they have changed since the connection was read. */
export async function replaceKeys(
  { connectors, seal }: Needs<'connectors' | 'seal'>,
  tx: Tx,
  { connection, renewed, phone }: Replacing,
): Promise<unknown> {
  const { id, connector, sealedCredentials } = connection
  const kind = connectors[connector]
  const unchanged = { id, sealedCredentials, removedAt: null }
  const won = await tx.em.nativeUpdate(Connection, unchanged, {
    sealedCredentials: seal.seal(JSON.stringify(renewed), credentialsContext(id)),
    windowOverrides: changeWindow(connection.windowOverrides, kind.windowOf?.(renewed) ?? {}),
  })
  if (won === 0) return null
  const reading = { connection: id }
  await tx.em.nativeUpdate(Reading, reading, { phone, phoneTroubles: {} }, { filters: { caller: false } })
  return renewed
}
