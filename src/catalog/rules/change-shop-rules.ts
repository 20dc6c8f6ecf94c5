import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Needs } from '../../needs.ts'
import { ShopRules } from '../shop-rules.ts'
import { checkShopRules, type PlainRules } from './check-shop-rules.ts'
import { toPlainRules } from './to-plain-rules.ts'

/** Changes some of a shop's rules and preserves concurrent changes of others. Refuses as `checkShopRules` does. */
export async function changeShopRules(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  actor: MemberActor,
  change: (rules: PlainRules) => Partial<PlainRules>,
): Promise<void> {
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    const row = await tx.em.findOne(ShopRules, { account: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const before = toPlainRules(row, app.calendar.formatDay(app.now()))
    const changed = change(before)
    checkShopRules(app, { ...before, ...changed })
    await tx.em.upsert(ShopRules, { account: accountId, ...changed })
    await recordAct(app, tx, { ...actor, act: 'shop.rules', subject: `account ${accountId}`, detail: { ...changed } })
  })
}
