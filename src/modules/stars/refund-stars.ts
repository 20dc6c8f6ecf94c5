import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Mode } from '../../database/scope.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { makeStarFact } from './pay-stars.ts'
import { lockPurchase } from './reserve-stars.ts'

/**
 * Marks a customer's Stars to be refunded by the seller, which the next run of `sendStarRefunds` does. A second call
 * changes nothing. Refuses `not_found`.
 */
export async function refundStars(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { mode, ...acting }: MemberActor & { mode: Mode },
  purchaseId: number,
): Promise<void> {
  await app.transaction({ accountId: acting.accountId, mode }, async tx => {
    const purchase = await lockPurchase(tx, { id: purchaseId })
    if (!purchase?.isCharged()) throw notFound('purchase')
    if (purchase.status !== 'paid') return
    purchase.oweRefund('seller', app.now())
    await tx.em.flush()
    await recordAct(app, tx, { ...acting, act: 'stars.refunded', subject: `stars ${purchaseId}` })
    await announceFacts(app, tx, [makeStarFact('stars.refund_due', purchase, app.now())])
  })
}
