import type { Needs } from '../needs.ts'
import { Membership, type Role } from './membership.ts'

export interface UserMembership {
  accountId: number
  accountName: string
  role: Role
}

/** Returns the active accounts to which a user belongs, or the suspended ones. */
export async function findMemberships(
  app: Needs<'em'>,
  userId: number,
  state: 'active' | 'suspended',
): Promise<UserMembership[]> {
  const ofUser = { user: userId, account: { isActive: state === 'active' } }
  const found = await app.em('installation').find(Membership, ofUser, { populate: ['account'], orderBy: { id: 'asc' } })
  return found.map(({ account, role }) => ({ accountId: account.id, accountName: account.displayName, role }))
}
