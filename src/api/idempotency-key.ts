import { createHash } from 'node:crypto'
import { SentFile } from '../goods/sent-file.ts'
import { refuseField } from '../lib/refusal.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'

const keyMax = 255

/** The `Idempotency-Key` of a request with a hash of its content; undefined without one. Refuses `invalid_request`. */
export function readIdempotencyKey(
  request: { header(name: string): string | undefined },
  input: object,
): IdempotencyKey | undefined {
  const key = request.header('idempotency-key')
  if (key === undefined) return undefined
  // An empty one protects nobody, and its sender believes that it does.
  if (key === '' || key.length > keyMax) throw refuseField('Idempotency-Key', `has 1 to ${keyMax} characters`)
  return { key, fingerprint: hashOf(JSON.stringify(Object.entries(input).map(withoutBytes))) }
}

// As JSON, a file would be a number for each of its bytes.
function withoutBytes([name, value]: [string, unknown]): unknown[] {
  if (value instanceof SentFile) return [name, value.sha256.toString('hex')]
  return [name, Buffer.isBuffer(value) ? hashOf(value).toString('hex') : value]
}

function hashOf(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
