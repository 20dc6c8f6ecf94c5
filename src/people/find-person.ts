import type { EntityManager } from '@mikro-orm/postgresql'
import { normalizeEmail, normalizeUsername, User } from './user.ts'

/** Finds the active user with a typed name: a username, or a verified e-mail address. */
export async function findPerson(em: EntityManager, typed: string, where: { isOperator?: boolean } = {}) {
  const email = normalizeEmail(typed.trim())
  // A username contains no at sign.
  const name = email === null ? { username: normalizeUsername(typed) } : { email, emailVerifiedAt: { $ne: null } }
  return em.findOne(User, { ...name, ...where, isActive: true })
}
