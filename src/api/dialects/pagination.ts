import { z } from 'zod'
import { countSchema } from './shape.ts'

/** The position of a page in a paginated list. */
export const paginationSchema = z.object({
  total: countSchema,
  page: countSchema,
  limit: countSchema,
  total_pages: countSchema,
})

export function presentPagination({ total, page, limit }: { total: number; page: number; limit: number }) {
  return { total, page, limit, total_pages: Math.ceil(total / limit) }
}
