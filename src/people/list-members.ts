import type { Needs } from '../needs.ts'
import { Membership, type Role } from './membership.ts'

export interface ListedMember {
  userId: number
  username: string
  displayName: string
  role: Role
  isActive: boolean
  createdAt: Date
}

/** Returns the members of an account, oldest first. */
export async function listMembers(app: Needs<'em'>, accountId: number): Promise<ListedMember[]> {
  const members = await app.em({ accountId }).find(Membership, {}, { populate: ['user'], orderBy: { id: 'asc' } })
  return members.map(({ user, role, createdAt }) => {
    const { id: userId, username, displayName, isActive } = user
    return { userId, username, displayName, role, isActive, createdAt }
  })
}
