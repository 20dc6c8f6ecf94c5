import type { Connector, ConnectorErrorKind, Push, PushAnswer } from '../connectors/connector.ts'

/** Returns the answer to a refused push, in the provider's own form if it has one. */
export function refusePush(connector: Connector, kind: ConnectorErrorKind, push: Push): PushAnswer {
  const status = kind === 'unauthorized' ? 401 : kind === 'unreachable' ? 503 : 400
  return connector.refusePush?.(kind, push) ?? { status, body: { success: false } }
}
