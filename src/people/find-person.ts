import type { EntityManager } from '@mikro-orm/postgresql'
import { emailOf, User, usernameOf } from './user.ts'

/** Finds the active user who signs in by what was typed: a username, or an e-mail address that is verified. */
export async function findPerson(em: EntityManager, typed: string, where: { isOperator?: boolean } = {}) {
  const email = emailOf(typed.trim())
  // No username has an at sign.
  const name = email === null ? { username: usernameOf(typed) } : { email, emailVerifiedAt: { $ne: null } }
  return em.findOne(User, { ...name, ...where, isActive: true })
}
