import { randomBytes } from 'node:crypto'
import { Refusal } from '../lib/refusal.ts'

/** Returns a new secret for signatures: `whsec_` and base64 of 32 bytes, as Standard Webhooks requires. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * Ends the live secrets of a signer before it gets a new one: they sign until `endsAt`, or no longer if that is now.
 * The caller holds the lock of the signer. Refuses `refused_transition` for an overlap while two secrets sign already.
 */
export function endSecrets(live: { expiresAt: Date }[], { now, endsAt }: { now: Date; endsAt: Date }): void {
  if (live.length > 1 && endsAt > now) {
    throw new Refusal('refused_transition', 'Two secrets overlap already: end that first, or roll without an overlap')
  }
  for (const secret of live) if (secret.expiresAt > endsAt) secret.expiresAt = endsAt
}
