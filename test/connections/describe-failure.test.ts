import { expect, test } from 'vitest'
import { type ConnectionLine, describeFailure } from '../../src/connections/connection-call.ts'
import { ConnectorError } from '../../src/connectors/connector.ts'

const line = {
  connector: { scrub: (_credentials: unknown, text: string) => text.replaceAll('s3cret', '[secret]') },
  call: { credentials: {} },
} as unknown as ConnectionLine

test.each<[error: unknown, kind: string, sentence: string]>([
  [new ConnectorError('refused', 'no balance'), 'refused', 'no balance'],
  [new ConnectorError('taken', 'the key s3cret'), 'taken', 'the key [secret]'],
  [new Error('a fault'), 'unexpected', 'a fault'],
  ['a text', 'unexpected', 'a text'],
  // PostgreSQL stores neither a NUL nor half of a sign, and a failure that cannot be stored would never be counted.
  [new ConnectorError('refused', 'no \0 balance'), 'refused', 'no \ufffd balance'],
  [new ConnectorError('refused', 'x'.repeat(500)), 'refused', 'x'.repeat(500)],
  [new ConnectorError('refused', 'x'.repeat(501)), 'refused', 'x'.repeat(500)],
  [new ConnectorError('refused', `${'x'.repeat(499)}😀`), 'refused', `${'x'.repeat(499)}\ufffd`],
])('%s is the failure %s', (error, kind, sentence) => {
  expect(describeFailure(line, error)).toEqual({ kind, sentence })
})
