import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { hasConnector } from '../connectors/connector.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import { checkOutsideAddress } from '../lib/outside-address.ts'
import { refuseField } from '../lib/refusal.ts'
import { refuseTogether } from '../lib/refusals/refuse-together.ts'
import { SealError } from '../lib/seal.ts'
import type { Needs } from '../needs.ts'
import { Bridge } from './bridge.ts'

export interface NewBridge {
  connector: string
  mode: Mode
  baseUrl: string
  /** The key by which the bridge recognises Warung. */
  key: string
}

/**
 * Sets the bridge through which a connector connects. Existing connections keep their address and key. Setting the same
 * value again changes nothing. Refuses `invalid_request`, and `address_refused` for a disallowed address.
 */
export async function setBridge(
  app: Needs<'transaction' | 'seal' | 'connectors' | 'config' | 'now'>,
  { connector: name, mode, baseUrl, key }: NewBridge,
  by: Actor = commandActor,
): Promise<void> {
  const connector = connectedInSteps(app, name)
  refuseTogether(
    () => checkUrl(app, baseUrl),
    () => checkKey(key),
  )
  await app.transaction('shared', async tx => {
    const before = await tx.em.findOne(Bridge, { connector, mode }, { disableIdentityMap: true })
    if (before?.baseUrl === baseUrl && hasKey(app, before, key)) return
    const row = { connector, mode, baseUrl, sealedKey: app.seal.seal(key, bridgeContext(connector, mode)) }
    await tx.em.upsert(Bridge, row, { onConflictFields: ['connector', 'mode'] })
    const detail = { mode, url: baseUrl }
    await recordAct(app, tx, { accountId: null, ...by, act: 'bridge.set', subject: `bridge ${connector}`, detail })
  })
}

function checkUrl({ config }: Needs<'config'>, url: string): void {
  if (url.length > 2048) throw refuseField('url', 'has at most 2048 characters', { code: 'too_long', max: 2048 })
  // Bridges of test mode are in the sandbox, whose address belongs to this installation.
  checkOutsideAddress({ field: 'url', address: url, allow: config.outboundAllow, doors: [] })
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return
  throw refuseField('key', 'is 1 to 500 visible ASCII characters', { code: 'wrong_length', min: 1, max: 500 })
}

function connectedInSteps({ connectors }: Needs<'connectors'>, name: string): ConnectorId {
  if (hasConnector(connectors, name) && connectors[name].connect) return name
  const known = Object.values(connectors).filter(({ connect }) => connect)
  throw refuseField('connector', `is one of ${known.map(({ id }) => id).join(', ')}`, {
    code: 'not_one_of',
    values: known.map(({ id }) => id),
  })
}

export function bridgeContext(connector: string, mode: Mode): string {
  return `bridge|sealed_key|${connector}|${mode}`
}

function hasKey({ seal }: Needs<'seal'>, { connector, mode, sealedKey }: Bridge, key: string): boolean {
  try {
    return seal.open(sealedKey, bridgeContext(connector, mode)) === key
  } catch (error) {
    // Sealed with a lost secret; setting the bridge again repairs it.
    if (error instanceof SealError) return false
    throw error
  }
}
