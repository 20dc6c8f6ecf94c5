import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../src/people/create-user.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { password, signInAs } from '../dashboard/members.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let operator: Visitor
let username: string
let number = 0
const profile = '/operator/profile'

beforeAll(async () => {
  shop = await createWebShop({}, { isHome: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  username = `penjaga${++number}`
  await createUser(shop.app, { username, password, isOperator: true })
  operator = createVisitor(shop)
  await signIn(operator)
})

const signIn = (somebody: Visitor, secret = password) =>
  somebody.post('/operator/sign-in', { act: 'in', username, password: secret })

/** Sets an authenticator app as the second step, and returns its secret and the recovery codes. */
async function enrol(): Promise<{ app: TOTP; codes: string[] }> {
  const offered = await operator.post(profile, { act: 'totp' })
  const [, secret] = /name="secret" value="(\w{32})"/.exec(offered.text)!
  const app = new TOTP({ secret: Secret.fromBase32(secret!) })
  const { text } = await operator.post(profile, { act: 'enrol', secret: secret!, code: app.generate() })
  return { app, codes: [...text.matchAll(/<code>([0-9A-Z]{8}-[0-9A-Z]{8})<\/code>/g)].map(([, code]) => code!) }
}

test('an operator turns on a second step, and the password alone then no longer signs in', async () => {
  const { codes } = await enrol()
  expect(codes).toHaveLength(10)
  const browser = createVisitor(shop)
  expect((await signIn(browser)).location).toBe('/operator/sign-in/code')
  for (const path of ['/operator', '/operator/withdrawals', profile]) {
    expect((await browser.get(path)).location, path).toContain('/operator/sign-in/code')
  }
  expect((await browser.post('/operator/sign-in/code', { act: 'confirm', code: '000000' })).status).toBe(401)
  const answer = await browser.post('/operator/sign-in/code?by=backup', { act: 'confirm', code: codes[0]! })
  expect(answer.location).toBe('/operator')
  expect((await browser.get('/operator')).status).toBe(200)

  await operator.post(profile, { act: 'off' })
  expect((await signIn(createVisitor(shop))).location).toBe('/operator')
})

test('an operator changes the password, and lists and ends their own sessions', async () => {
  const elsewhere = createVisitor(shop)
  await signIn(elsewhere)
  const [, id] = /name="session" value="(\d+)"/.exec((await operator.get(profile)).text)!
  await operator.post(profile, { act: 'revoke', session: id! })
  expect((await elsewhere.get('/operator')).location).toContain('/operator/sign-in')

  await signIn(elsewhere)
  const wanted = 'teh tarik panas'
  const change = { act: 'password', current_password: password, new_password: wanted }
  expect((await operator.post(profile, change)).location).toBe(`${profile}?done=saved`)
  expect((await elsewhere.get('/operator')).location).toContain('/operator/sign-in')
  expect((await signIn(createVisitor(shop))).status).toBe(401)
  expect((await signIn(createVisitor(shop), wanted)).location).toBe('/operator')
})

test('operators can add a passkey, but neither a chat nor an identity provider', async () => {
  const { text } = await operator.get(profile)
  expect(text).toContain('Tambah passkey')
  expect(text).not.toMatch(/Telegram|value="(?:link|bot|provider)"/)
  for (const act of ['link', 'bot', 'provider']) expect((await operator.post(profile, { act })).status, act).toBe(404)
  expect((await operator.post(profile, { act: 'passkey' })).text).toContain('data-passkey="add"')
})

test("a merchant cannot open the operator's profile page", async () => {
  const merchant = await signInAs(shop)
  expect((await merchant.get(profile)).location).toContain('/operator/sign-in')
  expect((await merchant.post(profile, { act: 'codes' })).location).toContain('/operator/sign-in')
})
