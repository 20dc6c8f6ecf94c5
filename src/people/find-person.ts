import type { EntityManager } from '@mikro-orm/postgresql'
import { emailOf, User, usernameOf } from './user.ts'

/** Finds the active user of a typed name: a username, or a verified e-mail address. */
export async function findPerson(em: EntityManager, typed: string, where: { isOperator?: boolean } = {}) {
  const email = emailOf(typed.trim())
  // No username has an at sign.
  const name = email === null ? { username: usernameOf(typed) } : { email, emailVerifiedAt: { $ne: null } }
  return em.findOne(User, { ...name, ...where, isActive: true })
}
