import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { SavedView, type ViewedList } from './saved-view.ts'

/** The maximum number of views that a member can save per list. */
export const viewsMax = 12

interface Place {
  accountId: number
  userId: number
  list: ViewedList
}

/** Returns a member's saved views of a list, by name. */
export function listViews(
  { em }: Needs<'em'>,
  { accountId, userId, list }: Place,
): Promise<Pick<SavedView, 'id' | 'name' | 'query'>[]> {
  const where = { user: userId, list }
  return em({ accountId }).find(SavedView, where, { orderBy: { name: 'asc' }, limit: viewsMax })
}

/** Saves the filter of a list under a name, replacing a view with that name. Refuses `invalid_request` for too many. */
export async function saveView(
  { transaction, now }: Needs<'transaction' | 'now'>,
  { accountId, userId, list }: Place,
  { name, query }: { name: string; query: string },
): Promise<void> {
  await transaction({ accountId }, async ({ em }) => {
    const own = { user: userId, list }
    const others = await em.count(SavedView, { ...own, name: { $ne: name } })
    if (others >= viewsMax)
      throw refuseField('name', `is one of ${viewsMax} views at most`, { code: 'too_many', max: viewsMax })
    await em.upsert(
      SavedView,
      { account: accountId, ...own, name, query, createdAt: now() },
      { onConflictFields: ['account', 'user', 'list', 'name'], onConflictMergeFields: ['query'] },
    )
  })
}

/** Deletes a view of this member. Does nothing if it does not exist. */
export async function deleteView(
  { em }: Needs<'em'>,
  { accountId, userId }: Omit<Place, 'list'>,
  id: number,
): Promise<void> {
  await em({ accountId }).nativeDelete(SavedView, { id, user: userId })
}
