import type { Needs } from '../../needs.ts'
import { MenuPage, menuSlugPattern } from './menu-page.ts'

/** Returns the menu page of an address, of any account; null if it does not exist, or is disabled or suspended. */
export async function findMenu(app: Needs<'em'>, slug: string): Promise<MenuPage | null> {
  if (!menuSlugPattern.test(slug)) return null
  return app.em('installation').findOne(MenuPage, { slug, isOn: true, account: { isActive: true } })
}

/** Returns the menu page with this cover; null if none has it, and for a suspended account. */
export async function findMenuByCover(app: Needs<'em'>, coverKey: string): Promise<MenuPage | null> {
  return app.em('installation').findOne(MenuPage, { coverKey, account: { isActive: true } })
}
