import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import type { IdempotencyKey } from '../../payments/idempotency.ts'

/**
 * A value created with its form, so that the form counts once however often it is sent: `renderOnceField` writes it.
 */
export const Once = z.uuid()

export function renderOnceField(values: Record<string, string>): Html {
  return html`<input type="hidden" name="once" value="${values.once ?? randomUUID()}">`
}

/** Returns the field as an `Idempotency-Key` of the API, with a fingerprint of the request. */
export function makeIdempotencyKey(once: string, request: object): IdempotencyKey {
  return { key: `dashboard ${once}`, fingerprint: createHash('sha256').update(JSON.stringify(request)).digest() }
}
