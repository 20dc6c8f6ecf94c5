import { hashBytes } from '../goods/original.ts'
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
  // An empty key gives no protection, although its sender believes so.
  if (key === '' || key.length > keyMax)
    throw refuseField('Idempotency-Key', `has 1 to ${keyMax} characters`, { code: 'wrong_length', min: 1, max: keyMax })
  return { key, fingerprint: hashBytes(Buffer.from(JSON.stringify(Object.entries(input).map(withoutBytes)))) }
}

// As JSON, a file would be a number for each of its bytes.
function withoutBytes([name, value]: [string, unknown]): unknown[] {
  const isFile = Buffer.isBuffer(value) || value instanceof SentFile
  return [name, isFile ? hashBytes(value).toString('hex') : value]
}
