import { closedNow } from '../../../src/catalog/closed-now.ts'
import type { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { refusedAsClosed } from '../../../src/orders/refuse-closed.ts'
import type { ShopContext } from '../../context.ts'
import { refusalFor } from '../../texts/voice.ts'

/** Returns the sentence of a closed shop with its next opening; empty while it is open. */
export function closedNote(ctx: ShopContext, rules: ShopRules | null): string {
  const closed = closedNow(ctx.app, rules)
  return closed ? refusalFor(ctx, refusedAsClosed(closed)) : ''
}
