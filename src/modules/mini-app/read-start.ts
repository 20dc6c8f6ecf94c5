/** The page that the `startapp` of a link requests. */
export interface AppStart {
  /** The path below the session's own address. */
  path: string
  query: Record<string, string>
  table: number | null
}

const publicId = /^[A-Za-z0-9_-]{22}$/

/**
 * Reads the `startapp` of a link: `p_<product>`, `c_<category>`, `o_<order>`, `b_<bill>` or `m<table>`. Anything else
 * opens the menu.
 */
export function readStart(startParam: string | null): AppStart {
  const menu = { path: '', query: {}, table: null }
  const table = /^m([1-9]\d?)$/.exec(startParam ?? '')
  if (table) return { ...menu, table: Number(table[1]) }
  const [kind, id = ''] = [startParam?.slice(0, 2), startParam?.slice(2)]
  if (kind === 'b_' && /^[\w-]{1,64}$/.test(id)) return { ...menu, path: `/b/${id}` }
  if (!publicId.test(id)) return menu
  if (kind === 'p_') return { ...menu, path: `/p/${id}` }
  if (kind === 'c_') return { ...menu, query: { category: id } }
  return kind === 'o_' ? { ...menu, path: `/o/${id}` } : menu
}
