import { audit, type MemberActing } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { checkShopRules, type PlainRules } from './rules/check-shop-rules.ts'
import { ShopRules } from './shop-rules.ts'

/** Sets all rules of a shop. Refuses as `checkShopRules` does. */
export async function setShopRules(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  acting: MemberActing,
  rules: PlainRules,
): Promise<void> {
  checkShopRules(app, rules)
  const { accountId } = acting
  await app.transaction({ accountId }, async tx => {
    await tx.em.upsert(ShopRules, { account: accountId, ...rules })
    await audit(app, tx, { ...acting, act: 'shop.rules', subject: `account ${accountId}`, detail: { ...rules } })
  })
}
