import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

const pageMax = 50

/** Accounts whose name, display name or address has this text, newest first, fifty at once. */
export async function listAccounts(
  app: Needs<'slowly'>,
  { search, beforeId }: { search?: string | undefined; beforeId?: number | undefined },
): Promise<Account[]> {
  const like = search ? { $ilike: `%${search.replace(/[\\%_]/g, '\\$&')}%` } : undefined
  return app.slowly(({ em }) =>
    em('installation').find(
      Account,
      {
        ...(like ? { $or: [{ name: like }, { displayName: like }, { email: like }] } : {}),
        ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      },
      { orderBy: { id: 'desc' }, limit: pageMax },
    ),
  )
}
