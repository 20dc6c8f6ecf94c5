import type { Needs } from '../../needs.ts'
import { MenuPage } from './menu-page.ts'
import { menuUrl } from './menu-url.ts'

/**
 * Finds the menu page that customers currently use, preferring live mode, and whether they pay real money there. Null
 * without a menu page.
 */
export async function findLiveMenu(
  app: Needs<'em' | 'config'>,
  accountId: number,
): Promise<{ url: string; isLive: boolean } | null> {
  const em = app.em({ accountId, mode: 'both' })
  const used = { $or: [{ mode: 'live' as const }, { isOn: true }] }
  const [menu] = await em.find(MenuPage, used, { orderBy: { mode: 'asc' }, limit: 1 })
  return menu ? { url: menuUrl(app.config, menu), isLive: menu.mode === 'live' && menu.isOn } : null
}
