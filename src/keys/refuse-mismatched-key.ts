import { Refusal } from '../lib/refusal.ts'

/** Returns the refusal of an Idempotency-Key that was already used with other content. */
export function refuseMismatchedKey(): Refusal {
  return new Refusal('idempotency_mismatch', 'This Idempotency-Key was used before with another request', {
    fields: [{ path: 'Idempotency-Key', error: 'belongs to a request with another content', code: 'taken' }],
  })
}
