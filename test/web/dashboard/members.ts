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
  /** With a value other than `none`, the session waits for the second step. */
  secondStep?: SecondStep
}

/** Creates a member of an account who has just signed in with the password; by default an owner of the demo account. */
export async function signInAs(
  shop: WebShop,
  { role = 'owner', accountId = shop.demo.accountId, username = `orang-${++people}`, secondStep = 'none' }: Member = {},
): Promise<Visitor> {
  await createUser(shop.app, { username, password, member: { accountId, role } })
  await shop.app.em('installation').nativeUpdate(User, { username }, { secondStep })
  return signInByPassword(shop, username)
}

/** Opens a separate browser, signed in as an existing user. */
export async function signInByPassword(shop: WebShop, username: string, secret = password): Promise<Visitor> {
  const visitor = createVisitor(shop)
  await visitor.post('/sign-in', { act: 'in', username, password: secret })
  return visitor
}

/** Presses a button that asks for confirmation, and confirms. */
export async function confirmed(visitor: Visitor, path: string, fields: Record<string, string>) {
  const asked = await visitor.post(path, fields)
  if (asked.status !== 200 || !asked.text.includes('name="confirmed"')) return asked
  return visitor.post(path, { ...fields, confirmed: '1' })
}
