import { credentialsContext } from '../accounts/credentials.ts'
import { keepToken } from '../accounts/keep-token.ts'
import { type Call, type Connector, ConnectorError, type Window } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'

export interface ConnectionRow {
  connectionId: number
  connector: string
  receivingAccountId: number
  /** The owner's, not the payment's. */
  connectionAccountId: number
  sealedCredentials: string
  overrides: Partial<Window>
  /** The merchant id that a charge is made under, where it is not the connection's own. */
  merchantId?: string | null
  /** Whether the provider refused its credentials last. */
  isFailing: boolean
}

/** Columns of a ConnectionRow; `c` is the connection. */
export const connectionColumns = `
  c.id as "connectionId", c.connector, c.receiving_account_id as "receivingAccountId",
  c.account_id as "connectionAccountId", c.sealed_credentials as "sealedCredentials", c.window_overrides as overrides,
  c.failing_since is not null as "isFailing"`

export interface Line {
  connector: Connector
  window: Window
  call: Call<unknown>
}

/** Opens the credentials of a connection for one use. */
export function openLine(app: Needs<'connectors' | 'seal' | 'outbound' | 'em'>, row: ConnectionRow): Line {
  const connector = app.connectors[row.connector]!
  const own = JSON.parse(app.seal.open(row.sealedCredentials, credentialsContext(row.connectionId)))
  return {
    connector,
    window: { ...connector.window, ...row.overrides },
    call: {
      credentials: row.merchantId ? connector.forMerchant!(own, row.merchantId) : own,
      outbound: app.outbound,
      tokens: keepToken(app, row.connectionId),
    },
  }
}

export interface Failure {
  kind: ConnectorError['kind']
  sentence: string
}

/** What may be written down of a failed call: its kind and its sentence, without the secrets that an address can hold. */
export function describeFailure(line: Line, error: unknown): Failure {
  const kind = error instanceof ConnectorError ? error.kind : 'unexpected'
  const sentence = error instanceof Error ? error.message : String(error)
  return { kind, sentence: line.connector.scrub(line.call.credentials, sentence).slice(0, 500) }
}
