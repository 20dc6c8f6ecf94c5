import { z } from 'zod'
import { count } from './shape.ts'

/** The position of a page in a paginated list. */
export const pagination = z.object({ total: count, page: count, limit: count, total_pages: count })

export function presentPagination({ total, page, limit }: { total: number; page: number; limit: number }) {
  return { total, page, limit, total_pages: Math.ceil(total / limit) }
}
