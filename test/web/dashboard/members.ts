import { createUser } from '../../../src/people/create-user.ts'
import type { Role } from '../../../src/people/membership.ts'
import { type SecondStep, User } from '../../../src/people/user.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import type { WebShop } from '../web-shop.ts'

export const password = 'kopi susu gula aren'

let people = 0

interface Member {
  role?: Role
  accountId?: number
  username?: string
  /** Past `none` the session waits halfway. */
  secondStep?: SecondStep
}

/** A member of an account, signed in with the password just now; by default one of the demo account's owners. */
export async function signInAs(
  shop: WebShop,
  { role = 'owner', accountId = shop.demo.accountId, username = `orang-${++people}`, secondStep = 'none' }: Member = {},
): Promise<Visitor> {
  await createUser(shop.app, { username, password, member: { accountId, role } })
  await shop.app.em('installation').nativeUpdate(User, { username }, { secondStep })
  return signInByPassword(shop, username)
}

/** A browser of its own for a user that exists. */
export async function signInByPassword(shop: WebShop, username: string, secret = password): Promise<Visitor> {
  const visitor = createVisitor(shop)
  await visitor.post('/sign-in', { act: 'in', username, password: secret })
  return visitor
}

/** Presses a button that asks once more, and answers with yes. */
export async function confirmed(visitor: Visitor, path: string, fields: Record<string, string>) {
  const asked = await visitor.post(path, fields)
  if (asked.status !== 200 || !asked.text.includes('name="confirmed"')) return asked
  return visitor.post(path, { ...fields, confirmed: '1' })
}
