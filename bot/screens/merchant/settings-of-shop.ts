import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import { sayNoLink } from './say-no-link.ts'

/** The shops of a chat, in the order of their ids, and which of them a screen is about. */
export interface ShopOfScreen {
  /** Its index among `shops`. */
  shop: number
  shops: { id: number; displayName: string }[]
}

/** Returns the shop at an index, or the first one. If the chat has no shop, replies with that and returns null. */
export async function shopOfScreen(ctx: PlatformContext, shopId: number): Promise<ShopOfScreen | null> {
  const shops = await findAccounts(ctx.app, ctx.accountIds)
  if (shops.length > 0) return { shop: shopId < shops.length ? shopId : 0, shops }
  await sayNoLink(ctx)
  return null
}

/** A row for each of the other shops, which opens the same screen for it. */
export function otherShops({ shop, shops }: ShopOfScreen, screen: string): Button[][] {
  return shops.flatMap(({ displayName }, at) =>
    at === shop ? [] : [[{ text: displayName, press: makePress(screen, at) }]],
  )
}

/**
 * Returns the id and index of the shop of a settings button. The shop must be linked to this chat now, whatever the
 * button contains: otherwise null. Refuses if the member's role does not include the change.
 */
export function shopOfButton(ctx: PlatformContext, account: string | undefined): { id: number; shop: number } | null {
  const linked = [...ctx.accountIds].sort((one, other) => one - other)
  const shop = linked.findIndex(id => String(id) === account)
  if (shop === -1) return null
  refuseUnallowed(ctx, linked[shop]!, 'settings')
  return { id: linked[shop]!, shop }
}
