import { createPrivateKey } from 'node:crypto'
import { createConnection } from '../../src/connections/create-connection.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import type { ProfileId } from '../../src/connectors/snap/profiles.ts'
import { signAsymmetric } from '../../src/connectors/snap/signature.ts'
import { makeSnapCredentials } from '../../src/connectors/snap/simulator-credentials.ts'
import { findOrCreateSnapKeys } from '../../src/connectors/snap/simulator-keys.ts'
import { type ApiAnswer, createTestShop, type TestShop } from '../kit/app.ts'

export interface SnapShop extends TestShop {
  connectionId: number
}

/** Opens a shop whose operator's codes come from SNAP. */
export async function openSnapShop(
  profile: ProfileId = 'generic',
  options: Parameters<typeof createTestShop>[0] = {},
): Promise<SnapShop> {
  const shop = await createTestShop(options)
  await shop.app.sql.write("update connection set is_active = false where connector = 'interactive'")
  return Object.assign(shop, { connectionId: await connectSnap(shop, shop.operator.accountId, 'WARUNG', profile) })
}

export async function connectSnap(shop: TestShop, accountId: number, mid: string, profile: ProfileId = 'generic') {
  return createConnection(shop.app, {
    accountId,
    connector: 'snap',
    mode: 'test',
    label: 'Sandbox',
    credentials: await makeSnapCredentials(shop.app.sql, shop.sandboxUrl, mid, profile),
    window: sandboxWindow,
  })
}

export async function signAsProvider(
  shop: SnapShop,
  text: { path: string; body: string; timestamp: string },
): Promise<string> {
  const { provider_private } = await findOrCreateSnapKeys(shop.app.sql)
  return signAsymmetric(createPrivateKey(provider_private), { method: 'POST', ...text }).signature
}

export const notifyPath = (shop: SnapShop) => `/hooks/snap/${shop.connectionId}/v1.0/qr/qr-mpm-notify`

export interface SentPush {
  connectionId?: number
  /** The path after the hook's address. */
  tail?: string
  body?: object | string
  timestamp?: string
  /** Replaces the right signature. */
  signature?: string | null
  /** Sent instead of the signed body. */
  sent?: string
}

/** Sends a notification as the provider would, signed over its bytes with the provider's key. */
export async function push(shop: SnapShop, options: SentPush = {}): Promise<ApiAnswer> {
  const path = `/hooks/snap/${options.connectionId ?? shop.connectionId}${options.tail ?? '/v1.0/qr/qr-mpm-notify'}`
  const text = typeof options.body === 'string' ? options.body : JSON.stringify(options.body ?? {})
  const timestamp = options.timestamp ?? new Date().toISOString()
  const signature =
    options.signature === undefined ? await signAsProvider(shop, { path, body: text, timestamp }) : options.signature
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      ...(signature === null ? {} : { 'x-signature': signature }),
    },
    body: options.sent ?? text,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
