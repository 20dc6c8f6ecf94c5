import type { Config } from '../../config.ts'
import type { MenuPage } from './menu-page.ts'

/** Returns the address of the menu page, or of one table's, based on BASE_URL and never on the request's host. */
export function menuUrl(
  config: Pick<Config, 'baseUrl'>,
  { slug }: Pick<MenuPage, 'slug'>,
  table: number | null = null,
): string {
  return `${config.baseUrl}/m/${slug}${table === null ? '' : `?table=${table}`}`
}
