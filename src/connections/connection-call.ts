import { type Call, type Connector, ConnectorError } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import type { Needs } from '../needs.ts'
import type { Connection } from './connection.ts'
import { credentialsContext } from './credentials.ts'
import { hookAddress } from './hook-address.ts'
import { withHostRoom } from './host-room.ts'
import { tokenCache } from './token-cache.ts'
import type { Exchange } from './trace/exchange.ts'
import { storeExchange } from './trace/store-exchange.ts'
import { isSummarized, isWorthStoring, summarizeExchange } from './trace/summarize-exchange.ts'
import { watchedOutbound } from './trace/watched-outbound.ts'

export interface Line {
  connector: Connector
  window: Window
  call: Call<unknown>
}

/** Opens the credentials of a connection for one use, optionally for another merchant id of its contract. */
export function openLine(
  app: Needs<'config' | 'connectors' | 'seal' | 'outbound' | 'em' | 'sql'>,
  connection: Connection,
  merchantId: string | null = null,
): Line {
  const connector = app.connectors[connection.connector]
  const own = JSON.parse(app.seal.open(connection.sealedCredentials, credentialsContext(connection.id)))
  const credentials = merchantId ? connector.forMerchant!(own, merchantId) : own
  const way = connection.mode === 'test' ? (app.outbound.ofTestMode ?? app.outbound) : app.outbound
  const outbound = withHostRoom(way, { connector: connection.connector, accountId: connection.account.id })
  const speaker = { connector, credentials }
  const isTraced = connection.traceLeft > 0
  const report = async (exchange: Exchange) => {
    if (isSummarized(connector)) {
      const { answer } = exchange
      const verdict = answer ? 'answered' : 'no_answer'
      const brief = { ...exchange, status: answer?.status ?? null, verdict } as const
      if (isWorthStoring(connection.id, brief)) void summarizeExchange(app, connection, speaker, brief)
    }
    if (isTraced) await storeExchange(app, connection, speaker, exchange)
  }
  return {
    connector,
    window: { ...connector.window, ...connection.windowOverrides },
    call: {
      credentials,
      outbound: isTraced || isSummarized(connector) ? watchedOutbound(outbound, report) : outbound,
      tokens: tokenCache(app, connection),
      hook: hookAddress(app, connection),
    },
  }
}

export interface Failure {
  kind: ConnectorError['kind']
  sentence: string
}

/** Returns the record of a failed call: its kind and message, without secrets that an address may contain. */
export function describeFailure(line: Line, error: unknown): Failure {
  const kind = error instanceof ConnectorError ? error.kind : 'unexpected'
  const sentence = error instanceof Error ? error.message : String(error)
  return { kind, sentence: line.connector.scrub(line.call.credentials, sentence).slice(0, 500) }
}
