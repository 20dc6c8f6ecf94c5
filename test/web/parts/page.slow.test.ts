import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../src/people/create-user.ts'
import { pages } from '../../kit/parts.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
const password = 'kopi susu gula aren'

beforeAll(async () => {
  shop = await createWebShop()
  const member = { accountId: shop.demo.accountId, role: 'owner' as const }
  await createUser(shop.app, { username: 'ayu', password, member })
})
afterAll(() => shop.close())

async function signedIn(username = 'ayu'): Promise<Visitor> {
  const visitor = createVisitor(shop)
  const answer = await visitor.post('/sign-in', { act: 'in', username, password })
  expect(answer).toMatchObject({ status: 303, location: '/dashboard' })
  return visitor
}

describe('without a session', () => {
  test('an unauthenticated visitor signs in and returns to the requested page', async () => {
    const visitor = createVisitor(shop)
    const asked = await visitor.get('/dashboard?n=2')
    expect(asked.status).toBe(303)
    expect(asked.location).toBe('/sign-in?back=%2Fdashboard%3Fn%3D2')
    const answer = await visitor.post(asked.location!, { act: 'in', username: 'ayu', password })
    expect(answer.location).toBe('/dashboard?n=2')
    expect((await visitor.get(answer.location!)).status).toBe(200)
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/dashboard/..//evil.example',
    '/dashboard\n//x',
  ])('signing in never leads to another site: %j', async back => {
    const visitor = createVisitor(shop)
    const answer = await visitor.post(`/sign-in?${new URLSearchParams({ back })}`, {
      act: 'in',
      username: 'ayu',
      password,
    })
    expect(answer.location).toBe('/dashboard')
  })

  test('a wrong password opens nothing, and is explained in the language of the page', async () => {
    const visitor = createVisitor(shop)
    const answer = await visitor.post('/sign-in', { act: 'in', username: 'ayu', password: 'salah sekali' })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('Nama atau kata sandinya salah.')
    expect(answer.text).toContain('value="ayu"')
    expect(answer.text).not.toContain('salah sekali')
    expect(visitor.cookies.size).toBe(0)
  })
})

test('if the password queue is full or an address has tried too often, the page says when to retry', async () => {
  const enter = (at: number) =>
    createVisitor(shop).post('/sign-in', { act: 'in', username: `nobody${at}`, password: 'kopi susu' })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => enter(at)))
  await shop.app.sql.write('delete from attempt')
  const turnedAway = answers.filter(({ status }) => status !== 401)
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { status, headers } of turnedAway) {
    expect([429, 503]).toContain(status)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

describe('a form', () => {
  const posts = pages.filter(one => one.act).map(one => one.path.replace(/:\w+/g, 'x'))

  test.each(posts)('a form at %s is accepted only from our own pages', async path => {
    const visitor = await signedIn()
    const before = new Map(visitor.cookies)
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${shop.url}.evil.example` },
    ]
    // Each form signs in once, and these attempts must not count for the next test.
    await shop.app.sql.write('delete from attempt')
    for (const headers of foreign) {
      expect(
        (await visitor.post(path, { act: 'in', username: 'ayu', password }, headers)).status,
        JSON.stringify(headers),
      ).toBe(403)
    }
    expect(visitor.cookies).toEqual(before)
  })

  test('a form is accepted from our own pages even if the browser sends only the origin', async () => {
    const visitor = await signedIn()
    const answer = await visitor.post('/dashboard/place', { act: 'mode', mode: 'live' }, { origin: shop.url })
    expect(answer.status).toBe(303)
  })

  test('an unknown form is 404, and a malformed one is 400', async () => {
    const visitor = await signedIn()
    expect((await visitor.post('/dashboard/place', { act: 'constructor' })).status).toBe(404)
    expect((await visitor.post('/dashboard/place', { act: 'mode', mode: 'both' })).status).toBe(400)
  })
})

test('a character that the database cannot store is 400 in every field, search and file of any visitor', async () => {
  const visitor = await signedIn()
  for (const path of ['/dashboard/payments', '/dashboard/orders', '/dashboard/customers', '/dashboard/catalog']) {
    expect((await visitor.get(`${path}?search=%00`)).status, path).toBe(400)
  }
  expect((await visitor.get('/dashboard/payments.csv?search=%00')).status).toBe(400)
  const product = { act: 'create', kind: 'physical', description: '', price: '1000', mode: 'unlimited', name: 'a\0b' }
  expect((await visitor.post('/dashboard/catalog/new', product)).status).toBe(400)
  expect((await createVisitor(shop).post('/sign-in', { act: 'in', username: 'a\0b', password })).status).toBe(400)
  expect((await createVisitor(shop).post('/reset', { act: 'send', username: '\0' })).status).toBe(400)
})

describe('the session', () => {
  test('the session is a cookie hidden from scripts, and signing out also ends it on the server', async () => {
    const visitor = createVisitor(shop)
    const answer = await visitor.post('/sign-in', { act: 'in', username: 'ayu', password })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^warung-merchant=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i)
    const kept = new Map(visitor.cookies)
    expect((await visitor.get('/dashboard')).status).toBe(200)
    await visitor.post('/sign-out', { act: 'out' })
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    expect((await visitor.get('/dashboard')).location).toMatch(/^\/sign-in/)
  })

  test("a merchant's session does not work on the operator's pages", async () => {
    const visitor = await signedIn()
    const answer = await visitor.post('/operator/sign-in', { act: 'in', username: 'ayu', password })
    expect(answer.status).toBe(401)
  })

  test("the session remembers the last mode, and does not reveal another account's mode", async () => {
    const visitor = await signedIn()
    expect((await visitor.get('/dashboard')).text).toContain('Mode uji: tidak ada uang sungguhan.')
    await visitor.post('/dashboard/place', { act: 'mode', mode: 'live', back: '/dashboard' })
    expect((await visitor.get('/dashboard')).text).not.toContain('Mode uji: tidak ada uang sungguhan.')
    visitor.cookies.set('warung-place', `${shop.second.accountId}.test`)
    const { text } = await visitor.get('/dashboard')
    expect(text).toContain('Warung Kopi')
    const refused = await visitor.post('/dashboard/place', { act: 'account', account: String(shop.second.accountId) })
    expect(refused.status).toBe(404)
  })
})

test('every page blocks foreign scripts and frames, and is not cached', async () => {
  for (const path of ['/sign-in', '/sign-up', '/reset', '/operator/sign-in']) {
    const { headers, status } = await createVisitor(shop).get(path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
})

test('a user can open ten shops an hour, and no more', async () => {
  const visitor = await signedIn()
  const statuses: number[] = []
  for (let at = 0; at < 11; at++) {
    statuses.push((await visitor.post('/open-account', { act: 'open', shop: `Toko baru ${at}` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429])
})

test('the chosen language is remembered', async () => {
  const visitor = createVisitor(shop)
  expect((await visitor.get('/sign-in?lang=en')).text).toContain('Forgot your password?')
  expect((await visitor.get('/sign-up')).text).toContain('Open a new shop')
})
