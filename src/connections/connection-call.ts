import { type Connector, type ConnectorCall, ConnectorError } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { toStorable } from '../lib/storable.ts'
import type { Needs } from '../needs.ts'
import type { Connection } from './connection.ts'
import { credentialsContext } from './credentials.ts'
import { buildHookAddress } from './hook-address.ts'
import { limitByHost } from './host-room.ts'
import { createTokenCache } from './token-cache.ts'
import type { Exchange } from './trace/exchange.ts'
import { storeExchange } from './trace/store-exchange.ts'
import { isSummarized, isWorthStoring, summarizeExchange } from './trace/summarize-exchange.ts'
import { watchOutbound } from './trace/watch-outbound.ts'

export interface ConnectionLine {
  connector: Connector
  window: Window
  call: ConnectorCall<unknown>
}

/** Opens the credentials of a connection for one use, optionally for another merchant id of its contract. */
export function openLine(
  app: Needs<'config' | 'connectors' | 'seal' | 'outbound' | 'em' | 'sql'>,
  connection: Connection,
  merchantId: string | null = null,
): ConnectionLine {
  const connector = app.connectors[connection.connector]
  const own = JSON.parse(app.seal.open(connection.sealedCredentials, credentialsContext(connection.id)))
  const credentials = merchantId ? connector.forMerchant!(own, merchantId) : own
  const way = connection.mode === 'test' ? (app.outbound.ofTestMode ?? app.outbound) : app.outbound
  const outbound = limitByHost(way, { connector: connection.connector, accountId: connection.account.id })
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
      outbound: isTraced || isSummarized(connector) ? watchOutbound(outbound, report) : outbound,
      tokens: createTokenCache(app, connection),
      hook: buildHookAddress(app, connection),
    },
  }
}

export interface CallFailure {
  kind: ConnectorError['kind']
  sentence: string
}

/** Returns the storable record of a failed call: its kind and message, without secrets that an address may contain. */
export function describeFailure(line: ConnectionLine, error: unknown): CallFailure {
  const kind = error instanceof ConnectorError ? error.kind : 'unexpected'
  const sentence = error instanceof Error ? error.message : String(error)
  return { kind, sentence: toStorable(line.connector.scrub(line.call.credentials, sentence).slice(0, 500)) }
}
