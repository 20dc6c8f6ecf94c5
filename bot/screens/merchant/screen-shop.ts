import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import { replyNotLinked } from './reply-not-linked.ts'

/** The shops of a chat, ordered by id, and the shop that a screen shows. */
export interface ScreenShop {
  /** The index of the shown shop among `shops`. */
  shop: number
  shops: { id: number; displayName: string }[]
}

/** Returns the shop at an index, or the first shop. If the chat has no shop, it replies with that and returns null. */
export async function findScreenShop(ctx: PlatformContext, shopId: number): Promise<ScreenShop | null> {
  const shops = await findAccounts(ctx.app, ctx.accountIds)
  if (shops.length > 0) return { shop: shopId < shops.length ? shopId : 0, shops }
  await replyNotLinked(ctx)
  return null
}

/** Returns a row for each further shop, which opens the screen for that shop. */
export function otherShopButtons({ shop, shops }: ScreenShop, screen: string): Button[][] {
  return shops.flatMap(({ displayName }, at) =>
    at === shop ? [] : [[{ text: displayName, press: makePress(screen, at) }]],
  )
}

/**
 * Returns the id and index of the shop of a settings button; null if the shop is not linked to this chat now, whatever
 * the button contains. Refuses if the member's role does not include the change.
 */
export function findButtonShop(ctx: PlatformContext, account: string | undefined): { id: number; shop: number } | null {
  const linked = [...ctx.accountIds].sort((one, other) => one - other)
  const shop = linked.findIndex(id => String(id) === account)
  if (shop === -1) return null
  refuseForbiddenAct(ctx, linked[shop]!, 'settings')
  return { id: linked[shop]!, shop }
}
