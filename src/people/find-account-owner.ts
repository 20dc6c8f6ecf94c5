import type { Needs } from '../needs.ts'
import { Membership } from './membership.ts'
import type { User } from './user.ts'

/** Returns the user who owns an account, the first of several. Null for an account of the operator without users. */
export async function findAccountOwner(app: Needs<'em'>, accountId: number): Promise<User | null> {
  const owners = { role: 'owner' as const }
  const first = await app.em({ accountId }).findOne(Membership, owners, { populate: ['user'], orderBy: { id: 'asc' } })
  return first?.user ?? null
}
