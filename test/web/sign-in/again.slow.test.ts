import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Identity } from '../../../src/people/identities/identity.ts'
import { hashPassword } from '../../../src/people/password.ts'
import { totpContext } from '../../../src/people/second-step/check-totp.ts'
import { codeContext } from '../../../src/people/send-code.ts'
import { User } from '../../../src/people/user.ts'
import { createVisitor, type Shown, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { type LyingIssuer, startLyingIssuer } from './lying-issuer.ts'

let shop: WebShop
let issuer: LyingIssuer
let visitor: Visitor
let subject: string
let number = 0
const profile = '/dashboard/profile'
const chatId = 88

beforeAll(async () => {
  shop = await createWebShop()
  issuer = await startLyingIssuer(shop, 'first')
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (7, null, 'live', 'platform_bot', 'Warung', '{}', '', 'hook')`,
  )
})
afterAll(async () => {
  await issuer.close()
  await shop.close()
})
beforeEach(async () => {
  await shop.app.sql.write('delete from attempt')
  subject = `sari${++number}`
  visitor = createVisitor(shop)
  await signIn(visitor)
  await visitor.post('/sign-in/phone', { act: 'save', phone: '081234567890' })
  await visitor.post('/open-account', { act: 'open', shop: 'Toko Sari' })
})

const nowS = () => Math.floor(Date.now() / 1000)
const em = () => shop.app.em('installation')
const change = async (values: Partial<User>) => em().nativeUpdate(User, { id: await userId() }, values)
async function userId(): Promise<number> {
  return (await em().findOneOrFail(Identity, { subject }, { populate: ['user'] })).user.id
}

async function goThere(from: Visitor, path: string, claims: object): Promise<Shown> {
  issuer.lie({ sub: subject, ...claims })
  const { text } = await from.post(path, { act: 'provider', provider: 'first' })
  const way = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  return from.get(issuer.comeBack(way))
}

/** Like Google, the provider does not report the time of the sign-in, unless the claims contain it. */
const signIn = (from: Visitor, claims: object = {}) => goThere(from, '/sign-in', claims)
const again = `/sign-in/again?back=${encodeURIComponent(profile)}`
const proveThere = (claims: object) => goThere(visitor, again, claims)

/** Whether this browser sees a secret without signing in again. */
const seesSecrets = async (from = visitor) => (await from.post(profile, { act: 'totp' })).text.includes('name="secret"')

async function sentCode(): Promise<string> {
  const [notice] = await shop.app.sql.query<{ data: { sealedCode: string; purpose: string } }>(
    `select data from notice where kind = 'user.code' and chat_id = $1 order by id desc limit 1`,
    [chatId],
  )
  expect(notice!.data.purpose).toBe('prove')
  return shop.app.seal.open(notice!.data.sealedCode, codeContext(chatId))
}

describe('signing in again at a provider', () => {
  test.each([
    ['that does not say when they signed in', {}],
    ['that says it was an hour ago', { auth_time: nowS() - 3600 }],
    ['that says it will be tomorrow', { auth_time: nowS() + 86_400 }],
    ['that gives the time in words', { auth_time: 'now' }],
    ['that names another user', { sub: 'somebody else', auth_time: nowS() }],
  ])('a provider %s does not prove who signs in again, and the page offers other ways', async (_name, claims) => {
    shop.advance(660)
    const answer = await proveThere(claims)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain(again.replaceAll('&', '&amp;'))
    expect(await seesSecrets()).toBe(false)
  })

  test('a fresh sign-in at the provider is sufficient proof', async () => {
    shop.advance(660)
    expect(await seesSecrets()).toBe(false)
    expect((await proveThere({ auth_time: nowS() })).location).toBe(profile)
    expect(await seesSecrets()).toBe(true)
  })

  test('signing out first does not avoid another proof', async () => {
    await change({ chatId })
    const silent = createVisitor(shop)
    await signIn(silent)
    expect(await seesSecrets(silent)).toBe(false)
    await change({ chatId: null, passwordHash: await hashPassword('kopi susu gula aren') })
    const other = createVisitor(shop)
    await signIn(other)
    expect((await other.post(profile, { act: 'totp' })).text).toContain('password_again')
    const asked = createVisitor(shop)
    await signIn(asked, { auth_time: nowS() })
    expect(await seesSecrets(asked)).toBe(true)
  })

  test('a fresh sign-in suffices for a user without another proof, so that they can set one up', async () => {
    const first = createVisitor(shop)
    await signIn(first)
    expect(await seesSecrets(first)).toBe(true)
  })
})

describe('without a fresh sign-in', () => {
  beforeEach(() => shop.advance(660))

  test('a code in the chat proves who signs in again, only for this session and once', async () => {
    await change({ chatId })
    expect((await visitor.get(again)).text).toContain('value="send"')
    const { location } = await visitor.post(again, { act: 'send' })
    expect((await visitor.get(location!)).text).toContain('name="code"')
    const code = await sentCode()
    const elsewhere = createVisitor(shop)
    await signIn(elsewhere)
    expect((await elsewhere.post(again, { act: 'code', code })).status).toBe(401)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await visitor.post(location!, { act: 'code', code: wrong })).status).toBe(401)
    expect(await seesSecrets()).toBe(false)
    expect((await visitor.post(location!, { act: 'code', code: ` ${code} ` })).location).toBe(profile)
    expect(await seesSecrets()).toBe(true)
    expect(await seesSecrets(elsewhere)).toBe(false)
    shop.advance(660)
    expect((await visitor.post(again, { act: 'code', code })).status).toBe(401)
    expect(await seesSecrets()).toBe(false)
  })

  test('the authenticator app proves who signs in again, and the chat cannot replace it', async () => {
    const app = new TOTP({})
    const sealedTotp = shop.app.seal.seal(app.secret.base32, totpContext(await userId()))
    await change({ chatId, secondStep: 'totp', sealedTotp })
    expect((await visitor.get(again)).text).not.toContain('value="send"')
    expect((await visitor.post(again, { act: 'send' })).status).toBe(409)
    expect((await visitor.post(again, { act: 'code', code: '１２３４５６' })).status).toBe(401)
    expect((await visitor.post(again, { act: 'code', code: app.generate() })).location).toBe(profile)
    expect(await seesSecrets()).toBe(true)
  })

  test('the second step of signing in counts as a proof', async () => {
    const app = new TOTP({})
    const sealedTotp = shop.app.seal.seal(app.secret.base32, totpContext(await userId()))
    await change({ secondStep: 'totp', sealedTotp })
    const other = createVisitor(shop)
    expect((await signIn(other)).location).toBe('/sign-in/code')
    await other.post('/sign-in/code', { act: 'confirm', code: app.generate() })
    expect(await seesSecrets(other)).toBe(true)
  })

  test('a user with a passkey or a password gets no code', async () => {
    await change({ chatId, secondStep: 'passkey' })
    expect((await visitor.post(again, { act: 'send' })).status).toBe(409)
    await change({ secondStep: 'none', passwordHash: await hashPassword('kopi susu gula aren') })
    expect((await visitor.post(again, { act: 'send' })).status).toBe(409)
    expect((await visitor.post(again, { act: 'code', code: '123456' })).status).toBe(409)
    expect(await seesSecrets()).toBe(false)
  })
})

test('a user with a passkey gets no code on the page of the second step', async () => {
  await change({ chatId, secondStep: 'passkey' })
  const other = createVisitor(shop)
  await signIn(other)
  expect((await other.post('/sign-in/code', { act: 'again' })).status).toBe(409)
  expect((await other.post('/sign-in/code', { act: 'confirm', code: '123456' })).status).toBe(401)
})

test('the page that requests another proof has a way out', async () => {
  expect((await visitor.get('/sign-in/again?back=/dashboard/keys')).text).toMatch(/href="\/dashboard">Batal</)
})

test('a sign-up reports all of its mistakes at once, in the language of the page', async () => {
  const mistakes = { act: 'open', shop: ' ', username: 'x', email: 'nobody', password: 'short' }
  const refused = await createVisitor(shop).post('/sign-up?lang=en', mistakes)
  expect([refused.status, refused.text.match(/aria-invalid="true"/g)]).toEqual([
    400,
    Array(4).fill('aria-invalid="true"'),
  ])
  expect(refused.text).toContain('lang="en"')
})

test('a visitor who started in English continues in English, whatever the user chose elsewhere', async () => {
  const english = { 'accept-language': 'en-GB', 'sec-fetch-site': 'same-origin' }
  const rina = createVisitor(shop)
  const asked = {
    act: 'open',
    shop: 'Toko Rina',
    username: `rina${number}`,
    email: '',
    password: 'kopi susu gula aren',
  }
  await rina.post('/sign-up', asked)
  expect((await rina.get('/dashboard')).text).toContain('<html lang="id">')
  const elsewhere = createVisitor(shop)
  await elsewhere.post('/sign-in', { act: 'in', username: asked.username, password: asked.password }, english)
  expect((await elsewhere.get('/dashboard')).text).toContain('<html lang="en">')
})
