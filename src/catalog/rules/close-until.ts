import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Needs } from '../../needs.ts'
import { ShopRules } from '../shop-rules.ts'

/** Closes a shop from now until a moment, regardless of its hours; null opens it again. */
export async function closeUntil(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  until: Date | null,
): Promise<void> {
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    await tx.em.upsert(ShopRules, { account: accountId, closedUntil: until })
    const detail = { closedUntil: until?.toISOString() ?? null }
    await recordAct(app, tx, { ...actor, act: 'shop.rules', subject: `account ${accountId}`, detail })
  })
}
