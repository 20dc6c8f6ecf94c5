import type { Config } from '../../config.ts'
import type { MenuPage } from './menu-page.ts'

/** The menu page, or that of one table. From BASE_URL, never from what a request called this host. */
export function menuUrl(
  config: Pick<Config, 'baseUrl'>,
  { slug }: Pick<MenuPage, 'slug'>,
  table: number | null = null,
): string {
  return `${config.baseUrl}/m/${slug}${table === null ? '' : `?table=${table}`}`
}
