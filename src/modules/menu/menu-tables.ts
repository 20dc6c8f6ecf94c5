import { type ArchivedTable, storedAsSql } from '../../database/archived-table.ts'

/** Keeps the address of a page, unless another shop here already has it. */
const freeSlug = `case when exists (select 1 from public.menu_page other where other.slug = s.slug)
  then 'menu-' || left(replace(gen_random_uuid()::text, '-', ''), 20) else s.slug end`

/** The reasons why tables are not archived. */
export const menuExcludedTables = {
  menu_guest: 'a browser at the other address: who orders here is somebody else',
}

export const menuTables: Record<string, ArchivedTable> = {
  menu_page: {
    // Hidden until its merchant has checked the shop here.
    content: { cover_key: 'images' },
    arrives: { slug: freeSlug, is_on: 'false', cover_key: storedAsSql('cover_key') },
  },
}
