/** One page of a list, numbered from 1. */
export interface Page<Item> {
  items: Item[]
  page: number
  pageCount: number
  total: number
}

interface Asked {
  total: number
  page: number
  pageSize: number
}

/** Reads one page: the last if a later one is requested, the first if an earlier one is. */
export async function readPage<Item>(
  asked: Asked,
  read: (place: { limit: number; offset: number }) => Promise<Item[]>,
): Promise<Page<Item>> {
  const { page, pageCount, limit, offset } = placeOf(asked)
  return { items: await read({ limit, offset }), page, pageCount, total: asked.total }
}

/** Returns the position of a page among all items. */
export function placeOf({ total, page, pageSize }: Asked): {
  page: number
  pageCount: number
  limit: number
  offset: number
} {
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(Math.max(1, Math.trunc(page)), pageCount)
  return { page: shown, pageCount, limit: pageSize, offset: (shown - 1) * pageSize }
}
