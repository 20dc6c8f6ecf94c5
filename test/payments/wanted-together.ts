import type { NewPayment } from '../../src/payments/draft-payment.ts'

/** Returns requests for simultaneous payments, each with its own key. */
export function wantedTogether(method: string, count: number): NewPayment[] {
  return Array.from({ length: count }, (_, at) => {
    const key = `${method} ${at}`
    const idempotencyKey = { key, fingerprint: Buffer.from(key) }
    return { amount: 20_000 + at * 1_000, paymentMethod: method, idempotencyKey }
  })
}
