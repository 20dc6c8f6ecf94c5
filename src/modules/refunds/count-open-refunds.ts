import { openRefundStates, Refund } from '../../books/refund.ts'
import type { Needs } from '../../needs.ts'

/** Counts the refunds that providers have yet to send. */
export async function countOpenRefunds(app: Needs<'em'>): Promise<Record<string, number>> {
  const count = await app.em('installation').count(Refund, { state: [...openRefundStates] })
  return { 'refunds that a provider is to send': count }
}
