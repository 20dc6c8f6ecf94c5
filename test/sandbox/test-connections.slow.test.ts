import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Connection } from '../../src/connections/connection.ts'
import type { App } from '../../src/needs.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { signInByIdentity } from '../../src/people/identities/sign-in-by-identity.ts'
import { openAccount } from '../../src/people/open-account.ts'
import { Session } from '../../src/people/session.ts'
import { signUp } from '../../src/people/sign-up.ts'
import { openMissingTestConnections } from '../../src/sandbox/open-test-connections.ts'
import { withTestMode } from '../../src/sandbox/with-test-mode.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
/** The shop with NODE_ENV=production. */
let app: App

beforeAll(async () => {
  shop = await createTestShop()
  app = await withTestMode({ ...shop.app, config: { ...shop.app.config, production: true } })
})

afterAll(() => shop.close())

const browser = { address: '203.0.113.7', userAgent: 'Firefox', language: 'id' } as const
const everyOne = ['bank', 'merchant-wallet', 'wallet']

/** Returns the connectors of the account's own connections in test mode. */
async function connected(accountId: number): Promise<string[]> {
  const own = await app.em('installation').find(Connection, { account: accountId, mode: 'test', isActive: true })
  return own.map(({ connector }) => connector).sort()
}

async function accountCalled(name: string): Promise<number> {
  const rows = await app.sql.query<{ id: number }>('select id from account where display_name = $1', [name])
  return rows[0]!.id
}

describe('an account has test connections from the beginning', () => {
  test('an account gets its test connections when it signs up', async () => {
    await signUp(app, { ...browser, username: 'siti', password: 'kopi susu gula aren', shopName: 'Toko Siti' })
    expect(await connected(await accountCalled('Toko Siti'))).toEqual(everyOne)
  })

  test('an account gets its test connections when the operator opens it by command', async () => {
    const { id } = await createAccount(app, { name: 'perintah', plan: 'paid' })
    expect(await connected(id)).toEqual(everyOne)
  })

  test('an account gets its test connections when a user of an identity provider opens it', async () => {
    const identity = {
      issuer: 'https://id.example',
      subject: '7',
      email: 'b@example.com',
      isEmailVerified: true,
      name: 'Budi',
      username: null,
      authenticatedAt: null,
    }
    await signInByIdentity(app, identity, browser)
    const [session] = await app.em('installation').find(Session, {}, { orderBy: { createdAt: 'desc' }, limit: 1 })
    const { id } = await openAccount(app, { userId: session!.user.id, shopName: 'Toko Budi' })
    expect(await connected(id)).toEqual(everyOne)
  })
})

describe('an account opened before test mode existed', () => {
  async function oldAccount(name: string): Promise<number> {
    const withoutReaction = { ...app, reactions: { ...app.reactions, 'account.opened': [] } }
    const { id } = await createAccount(withoutReaction, { name, plan: 'paid' })
    expect(await connected(id)).toEqual([])
    return id
  }

  test('an older account gets its test connections at the next start, once, even if several processes start', async () => {
    const id = await oldAccount('lama')
    await Promise.all(Array.from({ length: 4 }, () => openMissingTestConnections(app)))
    expect(await connected(id)).toEqual(everyOne)
    expect(await app.em('installation').count(Connection, { account: id })).toBe(everyOne.length)
  })

  test('an older account gets only missing test connections, and none that its merchant removed', async () => {
    const id = await oldAccount('sebagian')
    await openMissingTestConnections(app)
    const em = app.em('installation')
    const [wallet] = await em.find(Connection, { account: id, connector: 'wallet' })
    await em.nativeUpdate(Connection, { id: wallet!.id }, { isActive: false, removedAt: app.now() })
    await openMissingTestConnections(app)
    expect(await connected(id)).toEqual(['bank', 'merchant-wallet'])
  })

  test('opening missing test connections leaves other accounts unchanged', async () => {
    const before = await app.em('installation').count(Connection)
    await openMissingTestConnections(app)
    expect(await app.em('installation').count(Connection)).toBe(before)
    expect(await connected(shop.operator.accountId)).toContain('interactive')
  })

  test('accounts older than test mode get their connections in batches, in one start', async () => {
    const ids: number[] = []
    for (let n = 0; n < 51; n++) ids.push(await oldAccount(`banyak-${n}`))
    await openMissingTestConnections(app)
    for (const id of ids) expect(await connected(id)).toEqual(everyOne)
  })
})
