import type { Needs } from '../needs.ts'
import { ShopRules } from './shop-rules.ts'

/** Returns the rules of a shop (hours, shipping, contact); null if none are configured. */
export async function findShopRules(app: Needs<'em'>, accountId: number): Promise<ShopRules | null> {
  return app.em({ accountId }).findOne(ShopRules, { account: accountId })
}
