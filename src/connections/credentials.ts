import { hasConnector } from '../connectors/connector.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { WindowChange } from '../connectors/window.ts'
import type { Mode } from '../database/scope.ts'
import { checkOutsideAddress } from '../lib/outside-address.ts'
import { refuseField, refuseFields } from '../lib/refusal.ts'
import { listFieldErrors } from '../lib/refusals/field-error.ts'
import { leadsToDoor } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'

export interface CredentialsInput {
  connector: string
  mode: Mode
  credentials: unknown
}

export interface CheckedCredentials {
  connector: ConnectorId
  /** The credentials as their connector parsed them. */
  parsed: unknown
  receivingAccount: string
  /** The merchant id under which codes are created; null if it creates none. */
  merchantId: string | null
  window: WindowChange
  method: string
}

/**
 * Returns the facts that credentials reveal about their account. Refuses `invalid_request`, and `address_refused` for
 * live ones with a disallowed address.
 */
export function checkCredentials(
  app: Needs<'config' | 'connectors'>,
  { connector: id, mode, credentials }: CredentialsInput,
): CheckedCredentials {
  const known = readConnectorId(app, id)
  const connector = app.connectors[known]
  const parsed = connector.credentials.safeParse(credentials)
  if (parsed.success) {
    if (mode === 'live') checkBaseUrl(app, parsed.data)
    return {
      connector: known,
      parsed: parsed.data,
      receivingAccount: connector.receivingAccount(parsed.data),
      merchantId: connector.merchantIdOf?.(parsed.data) ?? null,
      window: connector.windowOf?.(parsed.data) ?? {},
      method: connector.methodOf?.(parsed.data) ?? '',
    }
  }
  const wrong = listFieldErrors(parsed.error.issues, credentials)
  throw refuseFields(wrong.map(one => ({ ...one, path: ['credentials', one.path].filter(Boolean).join('.') })))
}

/** Returns the name if there is such a connector. Refuses `invalid_request` otherwise. */
export function readConnectorId({ connectors }: Needs<'connectors'>, name: string): ConnectorId {
  if (hasConnector(connectors, name)) return name
  throw refuseField('connector', `is one of ${Object.keys(connectors).join(', ')}`, {
    code: 'not_one_of',
    values: Object.keys(connectors),
  })
}

// Anyone can create money in the sandbox, so it must not pay for real goods.
function checkBaseUrl({ config }: Needs<'config'>, credentials: unknown): void {
  const { base_url: address } = credentials as { base_url?: unknown }
  if (typeof address !== 'string') return
  const field = 'credentials.base_url'
  if (URL.canParse(address) && leadsToDoor(new URL(address), config.ownAddresses)) {
    throw refuseField(field, 'leads back to this installation, whose sandbox serves test mode only', 'not_allowed')
  }
  checkOutsideAddress({ field, address, allow: config.outboundAllow, doors: [] })
}

/**
 * Returns the context to which the seal of a connection's credentials is bound: a sealed text moved to another row
 * cannot be opened.
 */
export function credentialsContext(connectionId: number): string {
  return `connection|credentials|${connectionId}`
}
