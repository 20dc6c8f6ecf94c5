import { LockMode } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { StarPurchase } from './star-purchase.ts'
import { releaseUnit } from './star-stock.ts'

const batchMax = 500

/** Releases the goods of customers who were about to pay with Stars and did not. Returns the number of purchases. */
export async function releaseIdleStars(app: Needs<'transaction' | 'now'>): Promise<number> {
  return app.transaction('installation', async tx => {
    const idle = await tx.em.find(
      StarPurchase,
      { heldUntil: { $lte: app.now() } },
      { orderBy: { id: 'asc' }, limit: batchMax, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    for (const purchase of idle) {
      await releaseUnit(tx, purchase)
      purchase.release()
    }
    return idle.length
  })
}
