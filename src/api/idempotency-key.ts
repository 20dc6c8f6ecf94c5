import { createHash } from 'node:crypto'
import { refuseField } from '../lib/refusal.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'
import type { EndpointRequest } from './endpoint.ts'

const keyMax = 255

/** The `Idempotency-Key` of a request with a hash of its content; undefined without one. Refuses `invalid_request`. */
export function readIdempotencyKey(request: EndpointRequest, input: object): IdempotencyKey | undefined {
  const key = request.header('Idempotency-Key')
  if (key === '') return undefined
  if (key.length > keyMax) throw refuseField('Idempotency-Key', `has at most ${keyMax} characters`)
  return { key, fingerprint: createHash('sha256').update(JSON.stringify(input)).digest() }
}
