import type { App } from '../needs.ts'
import { createUser } from '../people/create-user.ts'
import { hashPassword, makePassword } from '../people/password.ts'
import { User } from '../people/user.ts'

/** The name of the person who signs in as the merchant of the demo's shop. */
export const demoMerchantName = 'merchant'

export interface DemoPerson {
  username: string
  password: string
}

/**
 * Ensures that a person of the demo can sign in with the credentials in the demo file; a new file sets a new password.
 */
export async function ensurePerson(
  app: App,
  previous: DemoPerson | undefined,
  { username, accountId }: { username: string; accountId?: number },
): Promise<DemoPerson> {
  const em = app.em('installation')
  const user = await em.findOne(User, { username })
  if (user && previous) return previous
  const password = makePassword()
  if (user) {
    user.passwordHash = await hashPassword(password)
    await em.flush()
    return { username, password }
  }
  const member = accountId === undefined ? undefined : { accountId, role: 'owner' as const }
  await createUser(app, { username, password, member, isOperator: member === undefined })
  return { username, password }
}
