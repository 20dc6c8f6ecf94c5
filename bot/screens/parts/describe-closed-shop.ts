import { checkClosed } from '../../../src/catalog/check-closed.ts'
import type { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { refuseClosedShop } from '../../../src/orders/refuse-closed.ts'
import type { ShopContext } from '../../context.ts'
import { formatRefusal } from '../../texts/voice.ts'

/** Returns the sentence of a closed shop with its next opening; empty while it is open. */
export function describeClosedShop(ctx: ShopContext, rules: ShopRules | null): string {
  const closed = checkClosed(ctx.app, rules)
  return closed ? formatRefusal(ctx, refuseClosedShop(closed)) : ''
}
