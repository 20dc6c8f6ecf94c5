/** One page of a list, numbered from 1. */
export interface Page<Item> {
  items: Item[]
  page: number
  pageCount: number
  total: number
}

interface PageRequest {
  total: number
  page: number
  pageSize: number
}

/** Reads one page: the last one if a later one is requested, the first one if an earlier one is. */
export async function readPage<Item>(
  request: PageRequest,
  read: (place: { limit: number; offset: number }) => Promise<Item[]>,
): Promise<Page<Item>> {
  const { page, pageCount, limit, offset } = computePlace(request)
  return { items: await read({ limit, offset }), page, pageCount, total: request.total }
}

/** Returns the position of a page among all items. */
export function computePlace({ total, page, pageSize }: PageRequest): {
  page: number
  pageCount: number
  limit: number
  offset: number
} {
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shownPage = Math.min(Math.max(1, Math.trunc(page)), pageCount)
  return { page: shownPage, pageCount, limit: pageSize, offset: (shownPage - 1) * pageSize }
}
