import { hashBytes } from '../goods/original.ts'
import { SentFile } from '../goods/sent-file.ts'
import { refuseField } from '../lib/refusal.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'

const keyMax = 255

/**
 * Returns the `Idempotency-Key` of a request with a hash of its content; undefined if it has none. Refuses
 * `invalid_request`.
 */
export function readIdempotencyKey(
  request: { header(name: string): string | undefined },
  input: object,
): IdempotencyKey | undefined {
  const key = request.header('idempotency-key')
  if (key === undefined) return undefined
  // An empty key protects nothing, although its sender expects it to.
  if (key === '' || key.length > keyMax)
    throw refuseField('Idempotency-Key', `has 1 to ${keyMax} characters`, { code: 'wrong_length', min: 1, max: keyMax })
  return { key, fingerprint: hashBytes(Buffer.from(JSON.stringify(Object.entries(input).map(withoutBytes)))) }
}

// JSON would serialise a file as one number per byte.
function withoutBytes([name, value]: [string, unknown]): unknown[] {
  const isFile = Buffer.isBuffer(value) || value instanceof SentFile
  return [name, isFile ? hashBytes(value).toString('hex') : value]
}
