import { createHmac, type KeyObject } from 'node:crypto'
import type { ConnectorId } from '../connectors/index.ts'
import { isSameText } from '../lib/same-text.ts'
import type { Needs } from '../needs.ts'

interface Named {
  connector: ConnectorId
  id: number
}

/**
 * Returns the public address at which the shop receives pushes from a connection's provider. If strangers can sign
 * notifications of this provider, it ends with an unguessable part.
 */
export function buildHookAddress(app: Needs<'config' | 'connectors' | 'seal'>, connection: Named): string {
  const address = `${app.config.baseUrl}/hooks/${connection.connector}/${connection.id}`
  if (!app.connectors[connection.connector].traits.isSignedByAnybody) return address
  return `${address}/${makeHookToken(app.seal.deriveKey(purpose), connection)}`
}

/** The path of a request without that part, and whether the request contains the correct part or does not need one. */
export interface HookPath {
  path: string
  isProved: boolean
}

/** Parses the path of a request sent for this connection. */
export function readHookPath(app: Needs<'connectors' | 'seal'>, connection: Named, path: string): HookPath {
  if (!app.connectors[connection.connector].traits.isSignedByAnybody) return { path, isProved: true }
  const plain = path.split('?')[0]!
  const token = plain.slice(plain.lastIndexOf('/') + 1)
  // Codes outlive a change of the secret.
  const keys = app.seal.deriveKeys(purpose, 'all')
  const isProved = keys.some(({ key }) => isSameText(token, makeHookToken(key, connection)))
  return { path: isProved ? plain.slice(0, -token.length - 1) : path, isProved }
}

const purpose = 'notification address'
const tokenLength = 32

function makeHookToken(key: KeyObject, { connector, id }: Named): string {
  return createHmac('sha256', key).update(`${connector}/${id}`).digest('base64url').slice(0, tokenLength)
}
