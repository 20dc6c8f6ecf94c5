import { createHash, randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpContext } from '../../../src/people/second-step/check-totp.ts'
import { User } from '../../../src/people/user.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let owner: Visitor
beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop, { username: 'pemilik-aplikasi' })
})
afterAll(() => shop.close())

const returnUrl = 'https://plugin.example/warung/return?shop=7'

function newRequest(changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    app: 'Plugin Toko',
    scopes: 'payments',
    return: returnUrl,
    mode: 'test',
    state: 's-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })
  return { verifier, path: `/dashboard/authorize?${query}` }
}

async function exchange(body: object) {
  const answer = await fetch(`${shop.pagesUrl}/authorize/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Returns the address to which a page redirects the browser. */
function leadsTo(text: string): URL {
  const [, address] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)!
  return new URL(address!.replaceAll('&amp;', '&'))
}

async function allow(path: string, fields = {}): Promise<URL> {
  return leadsTo((await owner.post(path, { act: 'allow', ...fields })).text)
}

test('the page names the app, the permissions and the full address, and the code becomes a key once', async () => {
  const { path, verifier } = newRequest()
  const { text } = await owner.get(path)
  for (const shown of ['Plugin Toko', returnUrl]) expect(text).toContain(shown)
  expect(text).toMatch(/Boleh melakukan<\/dt>\s*<dd[^>]*>\s*Pembayaran\s*</)
  const address = await allow(path)
  expect(address.origin + address.pathname).toBe('https://plugin.example/warung/return')
  expect(address.searchParams.get('state')).toBe('s-1')
  expect(address.href).not.toContain('wrg_')
  const body = { code: address.searchParams.get('code'), code_verifier: verifier, return: returnUrl }
  const answers = await Promise.all([exchange(body), exchange(body), exchange(body)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const { body: made } = answers.find(({ status }) => status === 200)!
  expect(made).toMatchObject({ mode: 'test', scopes: ['payments'], api_key: expect.stringMatching(/^wrg_test_/) })
  const created = await shop.api('/create-payment', { key: made.api_key, body: { amount: 23_117 } })
  expect(created.status).toBe(200)
  expect((await shop.api('/get-balance', { key: made.api_key })).body.code).toBe('forbidden')
  expect((await owner.get('/dashboard/keys?mode=test')).text).toContain('Plugin Toko')
})

test('the page shows non-Latin letters of the address as the browser will open them', async () => {
  // "plugin" with a Cyrillic "р", and a character that reverses the text after it.
  const { path } = newRequest({ return: 'https://\u0440lugin.example/\u202ekcab' })
  const { text } = await owner.get(path)
  expect(text).toContain('https://xn--lugin-uye.example/%E2%80%AEkcab')
  expect(text).not.toMatch(/[\u0440\u202e]/)
})

test('a code is invalidated by a wrong verifier, another return address, or five minutes', async () => {
  const one = newRequest()
  const code = (await allow(one.path)).searchParams.get('code')
  const right = { code, code_verifier: one.verifier, return: returnUrl }
  expect((await exchange({ ...right, code_verifier: 'x'.repeat(43) })).status).toBe(401)
  expect((await exchange(right)).status).toBe(401)
  const two = newRequest()
  const other = (await allow(two.path)).searchParams.get('code')
  const elsewhere = { code: other, code_verifier: two.verifier, return: 'https://other.example/' }
  expect((await exchange(elsewhere)).status).toBe(401)
  const three = newRequest()
  const late = (await allow(three.path)).searchParams.get('code')
  shop.advance(301)
  expect((await exchange({ code: late, code_verifier: three.verifier, return: returnUrl })).status).toBe(401)
  expect((await exchange({ code: late })).status).toBe(400)
})

test('denying sends the browser back without a code', async () => {
  const { path } = newRequest()
  const address = leadsTo((await owner.post(path, { act: 'deny' })).text)
  expect([...address.searchParams.keys()].sort()).toEqual(['error', 'shop', 'state'])
})

test.each([
  ['an address without https', { return: 'http://plugin.example/' }],
  ['an address with a script', { return: 'javascript:alert(1)' }],
  ['an unknown scope', { scopes: 'payments,everything' }],
  ['no scope', { scopes: '' }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['a name with a line break', { app: 'a\nb' }],
])('a request with %s is explained, and cannot be allowed', async (_, changes) => {
  const { path } = newRequest(changes)
  const { text } = await owner.get(path)
  expect(text).not.toContain('value="allow"')
  const answer = await owner.post(path, { act: 'allow' })
  expect(answer.text).not.toContain('http-equiv="refresh"')
  expect(answer.text).not.toMatch(/code=[\w-]{22}/)
})

test('a request with a name or a state that is too long is refused with that reason', async () => {
  const { path } = newRequest({ app: 'x'.repeat(61), state: 'x'.repeat(501) })
  const { text } = await owner.get(path)
  expect(text).toContain('has at most 60 characters')
  expect(text).toContain('has at most 500 characters')
})

test('live mode and money require the code of an authenticator app', async () => {
  const requests = [newRequest({ scopes: 'money' }), newRequest({ mode: 'live' })]
  for (const { path } of requests) {
    expect((await owner.get(path)).text).not.toContain('value="allow"')
    expect((await owner.post(path, { act: 'allow' })).text).not.toContain('http-equiv="refresh"')
  }
  const app = new TOTP({})
  const em = shop.app.em('installation')
  const { id } = await em.findOneOrFail(User, { username: 'pemilik-aplikasi' })
  const sealedTotp = shop.app.seal.seal(app.secret.base32, totpContext(id))
  await em.nativeUpdate(User, { id }, { secondStep: 'totp', sealedTotp })
  const [{ path, verifier }] = requests as [(typeof requests)[0]]
  expect((await owner.get(path)).text).toContain('name="code"')
  const wrong = String((Number(app.generate()) + 1) % 1_000_000).padStart(6, '0')
  expect((await owner.post(path, { act: 'allow', code: wrong })).text).not.toContain('http-equiv="refresh"')
  const address = await allow(path, { code: app.generate() })
  const body = { code: address.searchParams.get('code'), code_verifier: verifier, return: returnUrl }
  expect((await exchange(body)).body.scopes).toEqual(['money'])
})

test('members who may not change settings cannot allow an app', async () => {
  const staff = await signInAs(shop, { role: 'support', username: 'penjaga-aplikasi' })
  const { path } = newRequest()
  expect((await staff.post(path, { act: 'allow' })).text).not.toContain('http-equiv="refresh"')
})
