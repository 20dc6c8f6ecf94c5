import { createHash } from 'node:crypto'
import { refuseField } from '../lib/refusal.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'

const keyMax = 255

/** The `Idempotency-Key` of a request with a hash of its content; undefined without one. Refuses `invalid_request`. */
export function readIdempotencyKey(
  request: { header(name: string): string },
  input: object,
): IdempotencyKey | undefined {
  const key = request.header('Idempotency-Key')
  if (key === '') return undefined
  if (key.length > keyMax) throw refuseField('Idempotency-Key', `has at most ${keyMax} characters`)
  return { key, fingerprint: hashOf(JSON.stringify(Object.entries(input).map(withoutBytes))) }
}

// As JSON, a file would be a number for each of its bytes.
function withoutBytes([name, value]: [string, unknown]): unknown[] {
  return [name, Buffer.isBuffer(value) ? hashOf(value).toString('hex') : value]
}

function hashOf(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
