import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../src/people/create-user.ts'
import { Identity } from '../../../src/people/identities/identity.ts'
import { User } from '../../../src/people/user.ts'
import { createVisitor, type Shown, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { type LyingIssuer, startLyingIssuer } from './lying-issuer.ts'

let shop: WebShop
let issuer: LyingIssuer
let second: LyingIssuer
const password = 'kopi susu gula aren'

beforeAll(async () => {
  shop = await createWebShop()
  issuer = await startLyingIssuer(shop, 'first')
  second = await startLyingIssuer(shop, 'second')
})
afterAll(async () => {
  await issuer.close()
  await second.close()
  await shop.close()
})
beforeEach(async () => {
  issuer.forge(false)
  await shop.app.sql.write('delete from attempt')
  await shop.app.sql.write('delete from identity')
})

/** Returns the target of the page for leaving. */
const leadsTo = ({ text }: Shown) =>
  /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
const leave = async (visitor: Visitor, provider = 'first', path = '/sign-in') =>
  leadsTo(await visitor.post(path, { act: 'provider', provider }))

/** Goes to the provider and returns with these claims. */
async function signInAs(claims: Record<string, unknown>, visitor = createVisitor(shop)): Promise<Shown> {
  issuer.lie(claims)
  return visitor.get(issuer.comeBack(await leave(visitor)))
}

const vouched = { email: 'kopi@corp.example', isEmailVerified: true }
const userNamed = (username: string) => shop.app.em('installation').findOne(User, { username })
const hasSession = (visitor: Visitor) => visitor.cookies.has('warung-merchant')
const userOf = async (subject: string) => {
  const em = shop.app.em('installation')
  const known = await em.findOne(Identity, { issuer: issuer.issuer, subject }, { populate: ['user'] })
  return known && em.findOneOrFail(User, known.user.id)
}

describe('a new user', () => {
  test('a new user has no password, gives a phone number, opens a shop, and is recognised the next time', async () => {
    const visitor = createVisitor(shop)
    const claims = {
      sub: 'sari',
      email: 'Sari@example.id',
      email_verified: true,
      name: 'Sari',
      preferred_username: 'sari',
    }
    expect((await signInAs(claims, visitor)).location).toBe('/dashboard')
    expect((await visitor.get('/dashboard')).location).toBe('/sign-in/phone?back=%2Fdashboard')
    expect((await visitor.get('/open-account')).location).toMatch('/sign-in/phone')
    expect((await visitor.post('/sign-in/phone', { act: 'save', phone: 'satu dua' })).status).toBe(400)
    expect((await visitor.post('/sign-in/phone', { act: 'save', phone: '0812-3456-7890' })).location).toBe('/dashboard')
    expect((await visitor.get('/dashboard')).location).toMatch('/open-account')
    await visitor.post('/open-account', { act: 'open', shop: 'Toko Sari' })
    expect((await visitor.get('/dashboard')).status).toBe(200)
    const user = await userOf('sari')
    expect(user).toMatchObject({
      username: 'sari',
      email: 'sari@example.id',
      phone: '+6281234567890',
      passwordHash: null,
    })
    const again = createVisitor(shop)
    await signInAs({ ...claims, email: 'new@example.id' }, again)
    expect((await again.get('/dashboard')).status).toBe(200)
    expect((await userOf('sari'))!.id).toBe(user!.id)
  })

  test('a name that is taken gets three more characters', async () => {
    await createUser(shop.app, { username: 'dewi', password })
    await signInAs({ sub: 'dewi', preferred_username: 'Dewi' })
    expect((await userOf('dewi'))!.username).toMatch(/^dewi[a-z0-9]{3}$/)
    await signInAs({ sub: 'admin', preferred_username: 'admin' })
    expect((await userOf('admin'))!.username).toMatch(/^admin[a-z0-9]{3}$/)
  })

  test('two simultaneous sign-ins create one user', async () => {
    issuer.lie({ sub: 'twice', preferred_username: 'twice' })
    const visitors = [createVisitor(shop), createVisitor(shop), createVisitor(shop)]
    const ways = await Promise.all(visitors.map(visitor => leave(visitor)))
    // The issuer returns every nonce: each sign-in has to be answered with its own.
    issuer.lie(nonce => ({ sub: 'twice', preferred_username: 'twice', nonce }))
    const answers: Shown[] = []
    for (const [at, way] of ways.entries()) answers.push(await visitors[at]!.get(issuer.comeBack(way)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const rows = await shop.app.em('installation').find(Identity, { subject: 'twice' })
    expect(new Set(rows.map(({ user }) => user.id)).size).toBe(1)
  })

  test('a new user is refused while sign-up is closed', async () => {
    shop.app.config.signUpIsOpen = false
    const visitor = createVisitor(shop)
    const answer = await signInAs({ sub: 'late' }, visitor)
    shop.app.config.signUpIsOpen = true
    expect(answer.text).toContain('Pendaftaran sedang ditutup')
    expect(hasSession(visitor)).toBe(false)
    expect(await userOf('late')).toBe(null)
  })
})

describe.each([
  { theirs: true, ours: true, links: true },
  { theirs: false, ours: true, links: false },
  { theirs: 'true', ours: true, links: false },
])('an address verified by the provider: $theirs, and by us: $ours', ({ theirs, ours, links }) => {
  test(links ? 'a provider signs in the owner of an address' : 'the user signs in and links it first', async () => {
    const username = `budi-${theirs}-${typeof theirs}-${ours}`
    const email = `${username}@example.id`
    const { id } = await createUser(shop.app, { username, password, email, isEmailVerified: ours })
    const visitor = createVisitor(shop)
    const answer = await signInAs({ sub: username, email, email_verified: theirs }, visitor)
    expect(hasSession(visitor)).toBe(links)
    expect((await userOf(username))?.id).toBe(links ? id : undefined)
    if (!links) expect(answer.text).toContain('Masuk dulu seperti biasa')
  })
})

test.each([
  ['the Kelvin sign for a K', '\u212Aopi@corp.example'],
  ['a long s for an S', 'kopi@corp.example'.replace('c', '\u017F')],
  ['full-width letters', '\uFF4Bopi@corp.example'],
  ['an invisible letter', 'ko\u200Bpi@corp.example'],
  ['a space around it', ' kopi@corp.example'],
  ['a line break', 'kopi@corp.example\n'],
])('an address with %s identifies no user, whatever a provider confirms', async (_name, email) => {
  const owner = (await userNamed('kopi')) ?? (await createUser(shop.app, { username: 'kopi', password, ...vouched }))
  const visitor = createVisitor(shop)
  await signInAs({ sub: 'stranger', email, email_verified: true }, visitor)
  const stranger = (await userOf('stranger'))!
  expect(stranger.id).not.toBe(owner.id)
  expect(stranger.email).toBe(null)
})

test('a name from a provider is dropped if it cannot be stored', async () => {
  await signInAs({ sub: 'odd', name: 'Sa\0ri', preferred_username: 'od\0d', email: 'od\0d@example.id' })
  expect(await userOf('odd')).toMatchObject({ displayName: expect.stringMatching(/^toko/), email: null })
})

test('e-mail addresses ignore the case of A to Z', async () => {
  const { id } = await createUser(shop.app, {
    username: 'susu',
    password,
    email: 'Susu@Corp.Example',
    isEmailVerified: true,
  })
  await signInAs({ sub: 'susu', email: 'SUSU@corp.EXAMPLE', email_verified: true })
  expect((await userOf('susu'))!.id).toBe(id)
})

test('the operator cannot create a user with an address that is not printable ASCII', async () => {
  const made = createUser(shop.app, { username: 'kelvin', password, email: '\u212Aelvin@corp.example' })
  await expect(made).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'email' }] })
})

test('a provider is trusted only for addresses of the domains that the settings list for it', async () => {
  const provider = shop.app.config.identityProviders.find(({ id }) => id === 'first')!
  provider.emailDomains = ['warung.example']
  const { id } = await createUser(shop.app, {
    username: 'rini',
    password,
    email: 'rini@example.id',
    isEmailVerified: true,
  })
  const visitor = createVisitor(shop)
  await signInAs({ sub: 'rini', email: 'rini@example.id', email_verified: true }, visitor)
  expect(hasSession(visitor)).toBe(false)
  provider.emailDomains = undefined
  await signInAs({ sub: 'rini', email: 'rini@example.id', email_verified: true }, visitor)
  expect((await userOf('rini'))!.id).toBe(id)
})

describe('the response of an identity provider', () => {
  const refused = async (search: (way: string) => string, claims: Record<string, unknown> = { sub: 'x' }) => {
    const visitor = createVisitor(shop)
    issuer.lie(claims)
    const answer = await visitor.get(search(await leave(visitor)))
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('tidak berhasil')
    expect(hasSession(visitor)).toBe(false)
  }

  test('a sign-in is accepted only if it returns the state that was sent', async () => {
    await refused(way => issuer.comeBack(way, { state: 'another' }))
    await refused(way => issuer.comeBack(way, { state: null }))
  })
  test('a sign-in is accepted only if it names the expected issuer (mix-up)', async () => {
    await refused(way => issuer.comeBack(way, { iss: second.issuer }))
    await refused(way => issuer.comeBack(way, { iss: null }))
    await refused(way => issuer.comeBack(way).replace('/back/first', '/back/second'))
  })
  test('a sign-in is accepted only in the browser that started it', async () => {
    const attacker = createVisitor(shop)
    const way = issuer.comeBack(await leave(attacker))
    const victim = createVisitor(shop)
    expect((await victim.get(way)).status).toBe(401)
    expect(hasSession(victim)).toBe(false)
  })
  test('a sign-in is accepted only once', async () => {
    const visitor = createVisitor(shop)
    issuer.lie({ sub: 'once' })
    const way = issuer.comeBack(await leave(visitor))
    expect((await visitor.get(way)).status).toBe(303)
    visitor.cookies.delete('warung-merchant')
    expect((await visitor.get(way)).status).toBe(401)
  })
  test.each([
    ['its nonce is the one that was sent', { nonce: 'another' }],
    ['the token is from this issuer', { iss: 'https://issuer.evil.example' }],
    ['the token is for us', { aud: 'another shop' }],
    ['the token is for us alone', { aud: ['shop', 'another'], azp: 'another' }],
    ['the token has not expired', { exp: 1_600_000_000 }],
    ['the token names a user', { sub: undefined }],
    ["the user's id is not empty", { sub: '' }],
    ["the user's id is text", { sub: 7 }],
    ["the user's id can be stored", { sub: 'a\0b' }],
    ["the user's id is not longer than the protocol allows", { sub: 'x'.repeat(256) }],
  ])('a sign-in is accepted only if %s', async (_name, claims) => {
    await refused(way => issuer.comeBack(way), claims)
  })
  test('a sign-in is accepted only if the issuer signed its token', async () => {
    issuer.forge(true)
    await refused(way => issuer.comeBack(way))
  })
})

describe('a signed-in user', () => {
  let visitor: Visitor
  let username: string
  let number = 0
  beforeEach(async () => {
    username = `ayu${++number}`
    const member = { accountId: shop.demo.accountId, role: 'owner' as const }
    await createUser(shop.app, { username, password, member })
    visitor = createVisitor(shop)
    await visitor.post('/sign-in', { act: 'in', username, password })
  })

  test('a signed-in user links a provider, signs in with it, and unlinks it', async () => {
    issuer.lie({ sub: username, email: `${username}@example.id`, email_verified: true })
    const way = issuer.comeBack(await leave(visitor, 'first', '/dashboard/profile'))
    expect((await visitor.get(way)).location).toBe('/dashboard/profile?done=connected')
    expect(await userOf(username)).toMatchObject({ username, email: `${username}@example.id` })
    const other = createVisitor(shop)
    expect((await signInAs({ sub: username }, other)).location).toBe('/dashboard')
    expect((await other.get('/dashboard')).status).toBe(200)
    await visitor.post('/dashboard/profile', { act: 'forget', issuer: issuer.issuer, subject: username })
    expect(await userOf(username)).toBe(null)
  })

  test("a signed-in user does not get another user's identity", async () => {
    await signInAs({ sub: 'taken' })
    issuer.lie({ sub: 'taken' })
    const answer = await visitor.get(issuer.comeBack(await leave(visitor, 'first', '/dashboard/profile')))
    expect(answer.status).toBe(400)
    expect((await userOf('taken'))!.username).not.toBe(username)
  })

  test('nothing is linked if the session has changed in the meantime', async () => {
    const way = issuer.comeBack(await leave(visitor, 'first', '/dashboard/profile'))
    visitor.cookies.delete('warung-merchant')
    await visitor.post('/sign-in', { act: 'in', username, password })
    issuer.lie({ sub: 'elsewhere' })
    expect((await visitor.get(way)).status).toBe(401)
    expect(await userOf('elsewhere')).toBe(null)
  })
})

describe('a user without a password', () => {
  test('a user without a password goes through the second step like any other', async () => {
    await signInAs({ sub: 'guarded' })
    const { id } = (await userOf('guarded'))!
    await shop.app.em('installation').nativeUpdate(User, { id }, { secondStep: 'totp' })
    const visitor = createVisitor(shop)
    expect((await signInAs({ sub: 'guarded' }, visitor)).location).toBe('/sign-in/code')
    expect((await visitor.get('/dashboard')).location).toMatch('/sign-in/code')
  })

  test('a user without a password authenticates again at the provider, for money and secrets', async () => {
    const visitor = createVisitor(shop)
    await signInAs({ sub: 'owner' }, visitor)
    await visitor.post('/sign-in/phone', { act: 'save', phone: '081234567890' })
    await visitor.post('/open-account', { act: 'open', shop: 'Toko Owner' })
    shop.advance(660)
    const asked = await visitor.post('/dashboard/profile', { act: 'totp' })
    const [, again] = /href="(\/sign-in\/again\?[^"]+)"/.exec(asked.text)!
    const prove = async (claims: Record<string, unknown>) => {
      issuer.lie(claims)
      const way = await leave(visitor, 'first', again!.replaceAll('&amp;', '&'))
      expect(new URL(way).searchParams.get('prompt')).toBe('login')
      return visitor.get(issuer.comeBack(way))
    }
    expect((await prove({ sub: 'somebody else' })).status).toBe(401)
    expect((await prove({ sub: 'owner', auth_time: Math.floor(Date.now() / 1000) - 3600 })).status).toBe(401)
    expect((await visitor.post('/dashboard/profile', { act: 'totp' })).text).not.toMatch(/name="secret"/)
    expect((await prove({ sub: 'owner', auth_time: Math.floor(Date.now() / 1000) })).location).toBe(
      '/dashboard/profile',
    )
    expect((await visitor.post('/dashboard/profile', { act: 'totp' })).text).toMatch(/name="secret"/)
    const last = { act: 'forget', issuer: issuer.issuer, subject: 'owner' }
    expect((await visitor.post('/dashboard/profile', last)).status).toBe(400)
  })
})

test('an unknown or unavailable provider is explained on a page', async () => {
  shop.app.config.identityProviders.push({
    id: 'gone',
    name: 'Gone',
    issuer: 'http://127.0.0.1:9',
    clientId: 'x',
    clientSecret: 'x',
  })
  const visitor = createVisitor(shop)
  expect((await visitor.post('/sign-in', { act: 'provider', provider: 'gone' })).status).toBe(503)
  expect((await visitor.post('/sign-in', { act: 'provider', provider: 'none' })).status).toBe(404)
  expect((await visitor.get('/sign-in/back/first')).status).toBe(401)
})

test('the sandbox has an identity provider to try sign-in with', async () => {
  const visitor = createVisitor(shop)
  const chooser = await fetch(await leave(visitor, 'sandbox'))
  const form = await chooser.text()
  const [, action] = /<form action="([^"]+)"/.exec(form)!
  const query = new URLSearchParams({ email: 'tono@example.id', name: 'Tono', verified: '1' })
  for (const [, name, value] of form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) query.set(name!, value!)
  const back = await fetch(`${action}?${query}`, { redirect: 'manual' })
  const { pathname, search } = new URL(back.headers.get('location')!)
  expect((await visitor.get(pathname + search)).location).toBe('/dashboard')
  const user = await shop.app.em('installation').findOneOrFail(User, { email: 'tono@example.id' })
  expect(user).toMatchObject({ username: 'tono', displayName: 'Tono' })
  query.set('redirect_uri', 'https://evil.example/sign-in/back/sandbox')
  expect((await fetch(`${action}?${query}`, { redirect: 'manual' })).status).toBe(400)
})
