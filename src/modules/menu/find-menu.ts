import type { Needs } from '../../needs.ts'
import { MenuPage, menuSlug } from './menu-page.ts'

/** The menu page behind an address, of whichever account; null for none, one that is switched off or suspended. */
export async function findMenu(app: Needs<'em'>, slug: string): Promise<MenuPage | null> {
  if (!menuSlug.test(slug)) return null
  return app.em('installation').findOne(MenuPage, { slug, isOn: true, account: { isActive: true } })
}
