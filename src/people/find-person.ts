import type { EntityManager } from '@mikro-orm/postgresql'
import { normalizeEmail, normalizeUsername, User } from './user.ts'

/** Finds the active user with a typed name: a username, or a verified e-mail address. */
export async function findPerson(em: EntityManager, input: string, filter: { isOperator?: boolean } = {}) {
  const email = normalizeEmail(input.trim())
  // A username contains no at sign.
  const name = email === null ? { username: normalizeUsername(input) } : { email, emailVerifiedAt: { $ne: null } }
  return em.findOne(User, { ...name, ...filter, isActive: true })
}
