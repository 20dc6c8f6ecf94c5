import type { Needs } from '../needs.ts'
import { ShopRules } from './shop-rules.ts'

/** Returns when a shop is open, how it ships and how to reach it; null if nothing is configured. */
export async function findShopRules(app: Needs<'em'>, accountId: number): Promise<ShopRules | null> {
  return app.em({ accountId }).findOne(ShopRules, { account: accountId })
}
