import type { Mode } from '../../database/scope.ts'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import { makeStarFact } from './pay-stars.ts'
import { lockPurchase } from './reserve-stars.ts'
import { StarPurchase } from './star-purchase.ts'

/**
 * Records that Stars were refunded, by this shop or elsewhere. A repeated report, or one about an unknown charge,
 * changes nothing.
 */
export async function recordStarRefund(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  owner: { accountId: number; mode: Mode },
  chargeId: string,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const known = await tx.em.findOne(StarPurchase, { chargeId })
    const purchase = known && (await lockPurchase(tx, { id: known.id }))
    if (!purchase || purchase.status === 'refunded') return
    purchase.refundReason ??= 'elsewhere'
    purchase.status = 'refunded'
    purchase.refundedAt = app.now()
    purchase.leaseToken = null
    purchase.leaseHolder = null
    await tx.em.flush()
    await announceFacts(app, tx, [makeStarFact('stars.refunded', purchase, app.now())])
  })
}
