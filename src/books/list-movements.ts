import type { AccountScope } from '../database/scope.ts'
import { readNewestFirst } from '../lib/read-newest-first.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'

export interface PageRequest {
  page: number
  limit: number
}

/** Returns a page of the books of an account in one mode, newest first. */
export async function listMovements(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { page, limit }: PageRequest,
): Promise<{ movements: Movement[]; total: number }> {
  return app.slowly(async ({ em }) => {
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    const [movements, total] = await em(scope).findAndCount(
      Movement,
      {},
      { orderBy, limit, offset: (page - 1) * limit },
    )
    return { movements, total }
  }, scope)
}

/** Yields all movements of the books, newest first, in batches. */
export function readMovements(app: Needs<'slowly'>, scope: Required<AccountScope>): AsyncGenerator<Movement[]> {
  return readNewestFirst(({ before, limit }) =>
    app.slowly(
      ({ em }) => em(scope).find(Movement, { id: { $lt: before } }, { orderBy: { id: 'desc' }, limit }),
      scope,
    ),
  )
}
