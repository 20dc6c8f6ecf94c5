import type { Needs } from '../needs.ts'
import { ShopRules } from './shop-rules.ts'

/** How a shop is open, ships and can be reached; null where nothing was set. */
export async function findShopRules(app: Needs<'em'>, accountId: number): Promise<ShopRules | null> {
  return app.em({ accountId }).findOne(ShopRules, { account: accountId })
}
