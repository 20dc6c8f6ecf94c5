import type { Needs } from '../../needs.ts'
import { StarPurchase } from './star-purchase.ts'

/** Counts the purchases with Stars that a customer is paying, and the Stars that are owed back. */
export async function countOpenStars(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'purchases being paid': await em.count(StarPurchase, { status: 'reserved' }),
    'refunds under way': await em.count(StarPurchase, { status: 'refund_due' }),
  }
}
