import type { NewPayment } from '../../src/payments/draft-payment.ts'

/** Payments that are asked for at once, each with a key of its own. */
export function wantedTogether(method: string, count: number): NewPayment[] {
  return Array.from({ length: count }, (_, at) => {
    const key = `${method} ${at}`
    const idempotencyKey = { key, fingerprint: Buffer.from(key) }
    return { amount: 20_000 + at * 1_000, paymentMethod: method, idempotencyKey }
  })
}
