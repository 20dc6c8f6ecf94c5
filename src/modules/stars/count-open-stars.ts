import type { Needs } from '../../needs.ts'
import { StarPurchase } from './star-purchase.ts'

/** Counts the Stars purchases that customers are paying, and the Stars refunds that are owed. */
export async function countOpenStars(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'purchases being paid': await em.count(StarPurchase, { status: 'reserved' }),
    'refunds under way': await em.count(StarPurchase, { status: 'refund_due' }),
  }
}
