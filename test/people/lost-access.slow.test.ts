import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAuditGap } from '../../src/accounts/audit.ts'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { userCommands } from '../../src/commands/user-commands.ts'
import { createUser } from '../../src/people/create-user.ts'
import { findSession } from '../../src/people/find-session.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { User } from '../../src/people/user.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { browser, password } from './linked-user.ts'

let shop: TestShop
let owner: number

beforeAll(async () => {
  shop = await createTestShop()
  const member = { accountId: shop.demo.accountId, role: 'owner' as const }
  owner = (await createUser(shop.app, { username: 'ayu', password, member })).id
  await createUser(shop.app, { username: 'boss', password, isOperator: true })
})
afterAll(() => shop.close())

const enter = (username: string, secret: string) =>
  signIn(shop.app, { username, password: secret, ...browser, asOperator: username === 'boss' })
const run = (name: keyof typeof userCommands, word: string, options: object = {}) =>
  userCommands[name].run(shop.app, { words: [word], options: { ...options } })
const actsOf = async (act: string) =>
  (await shop.app.em('installation').find(AuditEntry, { act })).map(({ actor, subject }) => [actor, subject])

describe('`user reset`', () => {
  test('`user reset` sets a new password, shown once, and ends every session, but keeps the second step', async () => {
    await shop.app.em('installation').nativeUpdate(User, { id: owner }, { secondStep: 'totp', sealedTotp: 'sealed' })
    const { token } = await enter('ayu', password)
    const lines = (await run('user reset', 'AYU')) as string[]
    const fresh = lines.at(-1)!
    expect(fresh).toMatch(/^[\w-]{16}$/)
    expect(await findSession(shop.app, token)).toBeNull()
    await expect(enter('ayu', password)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await enter('ayu', fresh)).toMatchObject({ secondStep: 'totp' })
  })

  test('`user reset` can turn off the second step of a lost device, and both are in the audit log', async () => {
    const lines = (await run('user reset', 'ayu', { 'without-second-step': true })) as string[]
    expect(await enter('ayu', lines.at(-1)!)).toMatchObject({ secondStep: 'none' })
    const line = ['command', `user ${owner}`]
    expect(await actsOf('password.reset')).toEqual([line, line])
    expect(await actsOf('second_step.chosen')).toEqual([line])
    expect(await findAuditGap(shop.app, null)).toBeNull()
  })

  test('`user reset` of an unknown name is refused', async () => {
    await expect(run('user reset', 'nobody')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('`operator remove` removes one operator for good, once', async () => {
  const { token } = await enter('boss', password)
  await expect(run('operator remove', 'ayu')).rejects.toMatchObject({ code: 'not_found' })
  await run('operator remove', 'boss')
  expect(await findSession(shop.app, token)).toBeNull()
  await expect(enter('boss', password)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(run('operator remove', 'boss')).rejects.toMatchObject({ code: 'not_found' })
  expect(await actsOf('operator.removed')).toHaveLength(1)
})
