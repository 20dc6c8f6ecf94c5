import type { Push, PushAnswer } from '../../connectors/connector.ts'
import type { Needs } from '../../needs.ts'
import type { Connection } from '../connection.ts'
import { openLine } from '../connection-call.ts'
import { storeExchange } from './store-exchange.ts'

/** Stores a push with its answer and all texts that its signature may cover. */
export async function tracePush(
  app: Needs<'config' | 'connectors' | 'seal' | 'outbound' | 'em' | 'sql'>,
  connection: Connection,
  push: Push,
  { status, body }: PushAnswer,
): Promise<void> {
  const { connector, call } = openLine(app, connection)
  const headers = Object.entries(push.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const stringsToSign = connector.signedTexts?.(call, push) ?? []
  await storeExchange(
    app,
    connection,
    { connector, credentials: call.credentials },
    {
      direction: 'in',
      method: push.method,
      address: push.path,
      headers: Object.fromEntries(headers),
      stringsToSign: [...new Set(stringsToSign)],
      body: push.body.toString('utf8'),
      answer: { status, body: JSON.stringify(body) },
      problem: null,
      durationMs: null,
    },
  )
}
