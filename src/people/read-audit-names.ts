import type { AuditEntry } from '../accounts/audit-entry.ts'
import type { Needs } from '../needs.ts'
import { User } from './user.ts'

/** Returns the user names in an audit log, by its ids for them (`user 7`), without unknown users. */
export async function readAuditNames(
  app: Needs<'em'>,
  entries: readonly Pick<AuditEntry, 'actor' | 'subject'>[],
): Promise<ReadonlyMap<string, string>> {
  const called = entries.flatMap(({ actor, subject }) => [actor, subject])
  const ids = new Set(called.flatMap(name => /^(?:user|operator) (\d{1,15})$/.exec(name)?.[1] ?? []).map(Number))
  if (ids.size === 0) return new Map()
  const users = await app.em('shared').find(User, { id: { $in: [...ids] } }, { fields: ['username', 'isOperator'] })
  return new Map(users.map(({ id, username, isOperator }) => [`${isOperator ? 'operator' : 'user'} ${id}`, username]))
}
