import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenAudit } from '../../src/accounts/audit.ts'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { createUser } from '../../src/accounts/create-user.ts'
import { standingOfAccount } from '../../src/accounts/standing.ts'
import { pages } from '../../src/web/pages.ts'
import { createVisitor, type Visitor } from './browse.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let operator: Visitor
const password = 'kopi susu gula aren'
const own = () => `/operator/accounts/${shop.demo.accountId}`

beforeAll(async () => {
  shop = await createWebShop()
  await createUser(shop.app, { username: 'boss', password, isOperator: true })
  await createUser(shop.app, { username: 'ayu', password, member: { accountId: shop.demo.accountId, role: 'owner' } })
  operator = createVisitor(shop)
  await operator.post('/operator/sign-in', { act: 'in', username: 'boss', password })
})
afterAll(() => shop.close())

const standing = () => standingOfAccount(shop.app, shop.demo.accountId, 'test')

test("a merchant's session opens none of the operator's pages, and does none of their acts", async () => {
  const merchant = createVisitor(shop)
  await merchant.post('/sign-in', { act: 'in', username: 'ayu', password })
  const theirs = pages.filter(({ role }) => role === 'operator')
  expect(theirs.length).toBeGreaterThan(5)
  for (const one of theirs) {
    const path = one.path.replace(':account', String(shop.demo.accountId))
    expect((await merchant.get(path)).location, path).toContain('/operator/sign-in')
    for (const act of Object.keys(one.act ?? {})) {
      expect((await merchant.post(path, { act })).location, `${path} ${act}`).toContain('/operator/sign-in')
    }
  }
})

test('accounts are found by name, and an unknown one is 404', async () => {
  expect((await operator.get('/operator/accounts?search=warung+kopi')).text).toContain(own())
  expect((await operator.get('/operator/accounts?search=100%25')).text).not.toContain(own())
  for (const id of ['999999', '0', 'x', '99999999999999999999']) {
    expect((await operator.get(`/operator/accounts/${id}`)).status, id).toBe(404)
  }
  expect((await operator.post('/operator/accounts/999999', { act: 'verify' })).status).toBe(404)
})

describe('an account', () => {
  test('that is suspended has no keys, no pages, and gets them back', async () => {
    const merchant = createVisitor(shop)
    await merchant.post('/sign-in', { act: 'in', username: 'ayu', password })
    await operator.post(own(), { act: 'suspend' })
    shop.advance(2)
    expect(await standing()).toBe(null)
    expect((await merchant.get('/dashboard')).location).toContain('/open-account')
    await operator.post(own(), { act: 'resume' })
    expect((await merchant.get('/dashboard')).status).toBe(200)
  })

  test("of the operator's own is not suspended: it serves everybody", async () => {
    const path = `/operator/accounts/${shop.operator.accountId}`
    expect((await operator.post(path, { act: 'suspend' })).status).toBe(400)
  })

  test('is given a plan and takes its place, also twice in a row', async () => {
    for (const plan of ['trial', 'paid']) {
      expect((await operator.post(own(), { act: 'plan', plan, ends_at: '' })).status).toBe(303)
      expect((await standing())!.plan).toBe(plan)
    }
    expect((await operator.post(own(), { act: 'plan', plan: 'paid', ends_at: '2020-01-01' })).status).toBe(400)
    expect((await operator.post(own(), { act: 'plan', plan: 'paid', ends_at: '2099-02-30' })).status).toBe(400)
    await operator.post(own(), { act: 'plan', plan: 'none', ends_at: '' })
    expect((await standing())!.plan).toBe(null)
    await operator.post(own(), { act: 'plan', plan: 'premium', ends_at: '2099-01-31' })
    expect((await standing())!.plan).toBe('premium')
    expect((await operator.get(own())).text).toContain('2099-01-31')
  })

  test('is granted a merchant id with a limit, and loses it', async () => {
    const grant = {
      act: 'grant',
      connector: 'interactive',
      merchant_id: 'KEDAI.1',
      max_amount: '2000000',
      static_qris: '',
    }
    expect((await operator.post(own(), { ...grant, max_amount: '1' })).status).toBe(400)
    expect((await operator.post(own(), grant)).status).toBe(303)
    expect((await standing())!.platformGrant).toMatchObject({ merchantId: 'KEDAI.1', maxAmount: 2_000_000 })
    await operator.post(own(), { act: 'revoke' })
    expect((await standing())!.platformGrant).toBe(null)
  })
})

test('a method is switched off with a reason, and on again', async () => {
  expect((await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: '' })).status).toBe(400)
  await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: 'Perawatan malam' })
  expect((await standing())!.maintenance).toEqual({ qris: 'Perawatan malam' })
  await operator.post('/operator/methods', { act: 'on', method: 'qris' })
  expect((await standing())!.maintenance).toEqual({})
})

test('a bridge is set, and its key is not shown again', async () => {
  const bridge = {
    act: 'bridge',
    connector: 'wallet',
    mode: 'test',
    url: `${shop.sandboxUrl}/wallet`,
    key: 'kunci-rahasia-77',
  }
  expect((await operator.post('/operator/providers', { ...bridge, url: 'file:///etc/passwd' })).status).toBe(400)
  expect((await operator.post('/operator/providers', bridge)).status).toBe(303)
  const { text } = await operator.get('/operator/providers')
  expect(text).toContain(`${shop.sandboxUrl}/wallet`)
  expect(text).not.toContain('kunci-rahasia-77')
})

test('each act is in the audit log of the account or the installation, and the chains hold', async () => {
  const acts = async (chain: number) =>
    (await shop.app.em('installation').find(AuditEntry, { chain })).map(
      ({ act, actor }) => `${actor.split(' ')[0]} ${act}`,
    )
  expect(await acts(shop.demo.accountId)).toEqual(
    expect.arrayContaining(['operator account.suspended', 'operator account.plan', 'operator platform.granted']),
  )
  expect(await acts(0)).toEqual(expect.arrayContaining(['operator method.off', 'operator bridge.set']))
  expect(await brokenAudit(shop.app, null)).toBe(null)
  expect((await operator.get(`/operator/audit?account=${shop.demo.accountId}`)).text).toContain('Rantainya utuh.')
})
