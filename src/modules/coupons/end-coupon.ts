import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Needs } from '../../needs.ts'
import { Coupon } from './coupon.ts'

/**
 * Ends a coupon, so that it can no longer be used; existing orders keep their price. A second call changes nothing.
 */
export async function endCoupon(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  couponId: number,
): Promise<void> {
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const ended = await tx.em.nativeUpdate(Coupon, { id: couponId, isActive: true }, { isActive: false })
    if (ended === 0) return
    await recordAct(app, tx, { ...actor, act: 'coupon.ended', subject: `coupon ${couponId}` })
  })
}
