import { Refusal } from '../lib/refusal.ts'

/** The refusal of an Idempotency-Key that came before, with a request of another content. */
export function mismatchedKey(): Refusal {
  return new Refusal('idempotency_mismatch', 'This Idempotency-Key was used before with another request', {
    fields: [{ path: 'Idempotency-Key', error: 'belongs to a request with another content', code: 'taken' }],
  })
}
