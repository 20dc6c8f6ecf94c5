import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAuditGap } from '../../../src/accounts/audit.ts'
import { accountCommands } from '../../../src/commands/account-commands.ts'
import { userCommands } from '../../../src/commands/user-commands.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { Identity } from '../../../src/people/identities/identity.ts'
import { linkIdentity } from '../../../src/people/identities/link-identity.ts'
import { signInByIdentity } from '../../../src/people/identities/sign-in-by-identity.ts'
import { User } from '../../../src/people/user.ts'
import { verifyEmail } from '../../../src/people/verify-email.ts'
import { createVisitor, type Shown, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { type LyingIssuer, startLyingIssuer } from './lying-issuer.ts'

let shop: WebShop
let issuer: LyingIssuer
let operator: Visitor
let number = 0
const password = 'kopi susu gula aren'
const by = { actor: 'user 1' }
const nobody = { authenticatedAt: null, name: null, username: null }
const browser = { address: '203.0.113.9', userAgent: 'Firefox', language: 'id' as const }

beforeAll(async () => {
  shop = await createWebShop()
  issuer = await startLyingIssuer(shop, 'first')
  await createUser(shop.app, { username: 'boss', password, isOperator: true })
  await signInOperator()
})
afterAll(async () => {
  await issuer.close()
  await shop.close()
})
beforeEach(() => shop.app.sql.write('delete from attempt'))

async function signInOperator(): Promise<void> {
  operator = createVisitor(shop)
  await operator.post('/operator/sign-in', { act: 'in', username: 'boss', password })
}

interface Merchant {
  username: string
  visitor: Visitor
  answer: Shown
}

/** Fills in the form for signing up. */
async function signUp(username: string, fields: Record<string, string> = {}): Promise<Merchant> {
  const visitor = createVisitor(shop)
  const asked = { act: 'open', username, password, shop: `Toko ${username} ${++number}`, ...fields }
  return { username, visitor, answer: await visitor.post('/sign-up', asked) }
}

/** Returns from the provider with these claims. */
async function comeFromProvider(claims: Record<string, unknown>, visitor = createVisitor(shop)): Promise<Shown> {
  issuer.lie(claims)
  const { text } = await visitor.post('/sign-in', { act: 'provider', provider: 'first' })
  const way = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  return visitor.get(issuer.comeBack(way))
}

const em = () => shop.app.em('installation')
const userNamed = (username: string) => em().findOneOrFail(User, { username })
const vouchedFor = (username: string) => userNamed(username).then(user => user.emailVerifiedAt !== null)
const userOf = async (subject: string) => {
  const { user } = await em().findOneOrFail(Identity, { issuer: issuer.issuer, subject }, { populate: ['user'] })
  return em().findOneOrFail(User, user.id)
}
async function accountOf(username: string): Promise<{ id: number; name: string }> {
  const [account] = await shop.app.sql.query<{ id: number; name: string }>(
    `select a.id, a.name from account a join membership m on m.account_id = a.id join app_user u on u.id = m.user_id
     where u.username = $1`,
    [username],
  )
  return account!
}
async function told(username: string, variant: string): Promise<Record<string, unknown>> {
  const key = await createKey(shop.app, { accountId: (await accountOf(username)).id, mode: 'test', label: 'status' })
  const { body } = await shop.api('/get-account-status', { key, headers: { 'X-API-Variant': variant } })
  return (body.data ?? body).account
}
const change = ({ visitor }: Merchant, email: string) => visitor.post('/dashboard/profile', { act: 'email', email })

const notOne = [
  'sari.example.id',
  '@example.id',
  'sari@',
  '\u212Aopi@example.id',
  'sa ri@example.id',
  'sari@example.id\nbcc: all@example.id',
  `${'s'.repeat(244)}@example.id`,
]

describe("a merchant's e-mail address", () => {
  test.each(['detailed', 'simple'])(
    'the address given at sign-up is confirmed with the sign-in name (%s)',
    async variant => {
      const username = `sari-${variant}`
      const { answer } = await signUp(username, { email: ` Sari.${variant}@Example.id ` })
      expect(answer.location).toBe('/dashboard')
      expect(await told(username, variant)).toMatchObject({ username, email: `sari.${variant}@example.id` })
      expect(await vouchedFor(username)).toBe(false)
    },
  )

  test('an empty or missing e-mail address is omitted', async () => {
    expect((await signUp('tanpa', { email: '' })).answer.location).toBe('/dashboard')
    expect((await signUp('tanpa-kolom')).answer.location).toBe('/dashboard')
    expect(await told('tanpa', 'detailed')).toMatchObject({ username: 'tanpa', email: null })
    expect(await told('tanpa-kolom', 'detailed')).toMatchObject({ email: null })
  })

  test('an invalid address is refused by the form and on the profile page, and changes nothing', async () => {
    const merchant = await signUp('benar', { email: 'benar@example.id' })
    for (const email of notOne) {
      const { answer } = await signUp('salah', { email })
      expect(answer.status, email).toBe(400)
      expect(answer.text, email).toContain('Alamat e-mail')
      expect(answer.text, email).toMatch(/name="email"[^>]*aria-invalid="true"/)
      expect((await change(merchant, email)).status, email).toBe(400)
    }
    expect(await em().count(User, { username: 'salah' })).toBe(0)
    expect((await userNamed('benar')).email).toBe('benar@example.id')
  })

  test('an address of 254 characters is stored in full', async () => {
    const email = `${'s'.repeat(243)}@example.id`
    await signUp('panjang', { email })
    expect((await told('panjang', 'simple')).email).toBe(email)
  })

  test('an address is changed on the profile page, logged, and removed again', async () => {
    const merchant = await signUp('ganti', { email: 'lama@example.id' })
    expect((await merchant.visitor.get('/dashboard/profile')).text).toContain('lama@example.id')
    expect((await change(merchant, 'baru@example.id')).location).toBe('/dashboard/profile?done=saved')
    expect((await told('ganti', 'detailed')).email).toBe('baru@example.id')
    await change(merchant, '')
    expect((await told('ganti', 'detailed')).email).toBe(null)
    const { id } = await userNamed('ganti')
    const [log] = await shop.app.sql.query<{ n: number }>(
      `select count(*)::integer as n from audit_entry where act = 'user.email' and actor = $1`,
      [`user ${id}`],
    )
    expect(log!.n).toBe(2)
  })

  test('an address can be changed only after a recent proof', async () => {
    const merchant = await signUp('lupa', { email: 'lupa@example.id' })
    shop.advance(660)
    await change(merchant, 'pencuri@example.id')
    expect((await userNamed('lupa')).email).toBe('lupa@example.id')
    await signInOperator()
  })

  test('several users may give the same address as long as it is unverified', async () => {
    const merchants = [
      await signUp('satu', { email: 'sama@example.id' }),
      await signUp('dua', { email: 'sama@example.id' }),
    ]
    expect(merchants.map(({ answer }) => answer.location)).toEqual(['/dashboard', '/dashboard'])
  })

  test("an account's address is the first owner's, or the operator's note if it has no owner", async () => {
    const { app } = shop
    const words = ['tanpa-pemilik']
    await accountCommands['account add'].run(app, { words, options: { email: 'Catatan@example.id' } })
    const { id } = (await app.sql.query<{ id: number }>(`select id from account where name = 'tanpa-pemilik'`))[0]!
    const key = await createKey(app, { accountId: id, mode: 'test', label: 'status' })
    const ask = async () => (await shop.api('/get-account-status', { key })).body.data.account
    expect(await ask()).toMatchObject({ username: 'tanpa-pemilik', email: 'catatan@example.id' })
    await createUser(app, { username: 'pembantu', password, member: { accountId: id, role: 'support' } })
    const options = { account: 'tanpa-pemilik', email: 'pemilik@example.id' }
    await userCommands['user add'].run(app, { words: ['pemilik'], options })
    await createUser(app, { username: 'kedua', password, member: { accountId: id, role: 'owner' } })
    expect(await ask()).toMatchObject({ username: 'pemilik', email: 'pemilik@example.id' })
    const found = (await operator.get('/operator/accounts?search=PEMILIK%40example')).text
    expect(found).toContain('<b>tanpa-pemilik</b></a><small>tanpa-pemilik · pemilik@example.id</small>')
    const wrong = accountCommands['account add'].run(app, { words: ['salah-alamat'], options: { email: 'sari' } })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'email' }] })
  })
})

describe("a user who enters another person's address (squatting)", () => {
  test('a squatter neither blocks the owner of an address, nor gains from it, nor loses anything', async () => {
    await signUp('mallory', { email: 'victim@corp.example' })
    const mallory = await userNamed('mallory')
    const visitor = createVisitor(shop)
    const claims = { sub: 'victim', email: 'victim@corp.example', email_verified: true, preferred_username: 'victim' }
    expect((await comeFromProvider(claims, visitor)).location).toBe('/dashboard')
    const victim = await userOf('victim')
    expect(victim).toMatchObject({ username: 'victim', email: 'victim@corp.example' })
    expect(victim.id).not.toBe(mallory.id)
    expect(victim.emailVerifiedAt).not.toBe(null)
    expect(await userNamed('mallory')).toEqual(mallory)
    expect(await told('mallory', 'simple')).toMatchObject({ username: 'mallory', email: 'victim@corp.example' })
    const { id: accountId, name } = await accountOf('mallory')
    await expect(verifyEmail(shop.app, { accountId })).rejects.toMatchObject({ code: 'refused_transition' })
    const page = `/operator/accounts/${accountId}`
    const refused = await operator.post(page, { act: 'email', email: 'victim@corp.example', confirmed: '1' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Pengguna lain sudah punya alamat e-mail ini')
    const command = accountCommands['account email-verified'].run(shop.app, { words: [name], options: {} })
    await expect(command).rejects.toThrow('email: is another user’s, who has it verified')
    expect(await vouchedFor('mallory')).toBe(false)
    // The victim signs in by another identity with the same verified address, and the address stays theirs alone.
    await comeFromProvider({ ...claims, sub: 'victim-2' })
    expect((await userOf('victim-2')).id).toBe(victim.id)
  })

  test('a squatter who comes after the owner learns nothing from the form, and changes nothing', async () => {
    await comeFromProvider({ sub: 'early', email: 'early@corp.example', email_verified: true })
    const { answer } = await signUp('late', { email: 'early@corp.example' })
    expect(answer.location).toBe('/dashboard')
    await comeFromProvider({ sub: 'early-2', email: 'early@corp.example', email_verified: true })
    expect((await userOf('early-2')).id).toBe((await userOf('early')).id)
  })

  test('a squatter does not get the address by linking a provider with another one', async () => {
    const merchant = await signUp('mal', { email: 'other@corp.example' })
    const { id } = await userNamed('mal')
    const identity = {
      ...nobody,
      issuer: 'https://a.example',
      subject: 'mal',
      email: 'mal@x.example',
      isEmailVerified: true,
    }
    await linkIdentity(shop.app, id, identity, by)
    expect(await userNamed('mal')).toMatchObject({ email: 'other@corp.example', emailVerifiedAt: null })
    expect((await merchant.visitor.get('/dashboard/profile')).text).toContain('Belum diverifikasi')
  })

  test('a provider that does not vouch for an address creates a user without one', async () => {
    await signUp('lena', { email: 'lena@corp.example' })
    await comeFromProvider({ sub: 'lena', email: 'lena@corp.example', email_verified: false })
    expect(await userOf('lena')).toMatchObject({ email: null, emailVerifiedAt: null })
  })
})

describe('verifying an address', () => {
  test('a provider that the user links or signs in with verifies the address', async () => {
    await signUp('tika', { email: 'tika@example.id' })
    const { id } = await userNamed('tika')
    const identity = { ...nobody, issuer: 'https://b.example', subject: 'tika', email: null, isEmailVerified: false }
    await linkIdentity(shop.app, id, identity, by)
    expect(await vouchedFor('tika')).toBe(false)
    await signInByIdentity(shop.app, { ...identity, email: 'tika@example.id', isEmailVerified: false }, browser)
    expect(await vouchedFor('tika')).toBe(false)
    await signInByIdentity(shop.app, { ...identity, email: 'tika@example.id', isEmailVerified: true }, browser)
    expect(await vouchedFor('tika')).toBe(true)
  })

  test('the operator verifies the address after a confirmation, with a line in the log', async () => {
    await signUp('rini', { email: 'rini@example.id' })
    const { id: accountId } = await accountOf('rini')
    const page = `/operator/accounts/${accountId}`
    const shown = await operator.get(page)
    expect(shown.text).toContain('rini@example.id <span class="status wait">')
    const asked = await operator.post(page, { act: 'email', email: 'rini@example.id' })
    expect(asked.text).toContain('rini@example.id')
    expect(await vouchedFor('rini')).toBe(false)
    await operator.post(page, { act: 'email', email: 'rini@example.id', confirmed: '1' })
    expect(await vouchedFor('rini')).toBe(true)
    expect((await operator.get(page)).text).toContain('rini@example.id <span class="status good">')
    const [line] = await shop.app.sql.query<{ actor: string; detail: object }>(
      `select actor, detail from audit_entry where chain = $1 and act = 'account.email_verified'`,
      [accountId],
    )
    expect(line).toMatchObject({ actor: expect.stringMatching(/^operator /), detail: { email: 'rini@example.id' } })
    expect(await findAuditGap(shop.app, accountId)).toBe(null)
    await comeFromProvider({ sub: 'rini', email: 'rini@example.id', email_verified: true })
    expect((await userOf('rini')).username).toBe('rini')
  })

  test('the command verifies the address once, and repeating it changes and logs nothing', async () => {
    await signUp('joko', { email: 'joko@example.id' })
    const { id, name } = await accountOf('joko')
    const run = (...words: string[]) => accountCommands['account email-verified'].run(shop.app, { words, options: {} })
    await expect(run(name, 'lain@example.id')).rejects.toMatchObject({ code: 'refused_transition' })
    expect(await vouchedFor('joko')).toBe(false)
    expect(await run(name, 'Joko@example.id')).toEqual([
      `joko@example.id is verified: the address of who owns ${name}.`,
    ])
    expect(await run(name)).toEqual([`joko@example.id is verified: the address of who owns ${name}.`])
    const lines = await shop.app.sql.query('select from audit_entry where chain = $1 and act = $2', [
      id,
      'account.email_verified',
    ])
    expect(lines).toHaveLength(1)
  })

  test('an account without an owner or address is not verified', async () => {
    const { id: accountId } = await createAccount(shop.app, { name: 'kosong', email: 'kosong@example.id' })
    await expect(verifyEmail(shop.app, { accountId })).rejects.toMatchObject({ code: 'refused_transition' })
    await signUp('hampa')
    const { id } = await accountOf('hampa')
    await expect(verifyEmail(shop.app, { accountId: id })).rejects.toMatchObject({ code: 'refused_transition' })
  })

  test("an address that changed before the operator's press is not verified", async () => {
    const merchant = await signUp('dian', { email: 'dian@example.id' })
    const { id: accountId } = await accountOf('dian')
    await verifyEmail(shop.app, { accountId })
    await change(merchant, 'dian@example.id')
    expect(await vouchedFor('dian')).toBe(true)
    await change(merchant, 'boss@corp.example')
    expect(await vouchedFor('dian')).toBe(false)
    const late = { act: 'email', email: 'dian@example.id', confirmed: '1' }
    expect((await operator.post(`/operator/accounts/${accountId}`, late)).status).toBe(400)
    expect(await vouchedFor('dian')).toBe(false)
    // The abandoned address is free: its owner elsewhere signs in as a separate user.
    await comeFromProvider({ sub: 'dian', email: 'dian@example.id', email_verified: true })
    expect((await userOf('dian')).username).not.toBe((await userNamed('dian')).username)
  })

  test('of several simultaneous verifications one succeeds, and the others are refused', async () => {
    const names = ['adu-1', 'adu-2', 'adu-3', 'adu-4', 'adu-5', 'adu-6']
    for (const name of names) await signUp(name, { email: 'rebutan@example.id' })
    const accounts = await Promise.all(names.map(accountOf))
    const ends = await Promise.allSettled(accounts.map(({ id: accountId }) => verifyEmail(shop.app, { accountId })))
    const codes = ends.map(end => (end.status === 'fulfilled' ? 'verified' : end.reason.code)).sort()
    expect(codes).toEqual([...Array(5).fill('refused_transition'), 'verified'])
    expect(await em().count(User, { email: 'rebutan@example.id', emailVerifiedAt: { $ne: null } })).toBe(1)
  })

  test('an operator and a provider that verify at the same time both get an answer', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `balapan-${round}@example.id`
      const [typed, linked] = [await signUp(`ketik-${round}`, { email }), await signUp(`taut-${round}`)]
      const { id: accountId } = await accountOf(typed.username)
      const { id } = await userNamed(linked.username)
      const identity = { ...nobody, issuer: 'https://c.example', subject: email, email, isEmailVerified: true }
      const [, link] = await Promise.allSettled([
        verifyEmail(shop.app, { accountId }),
        linkIdentity(shop.app, id, identity, by),
      ])
      expect(link.status).toBe('fulfilled')
      expect(await em().count(User, { email, emailVerifiedAt: { $ne: null } })).toBe(1)
    }
  })

  test('two providers that verify a new user at the same time create one user', async () => {
    const email = 'kembar@example.id'
    const identities = ['d', 'e', 'f', 'g'].map(at => ({
      ...nobody,
      issuer: `https://${at}.example`,
      subject: 'kembar',
      email,
      isEmailVerified: true,
    }))
    await Promise.all(identities.map(identity => signInByIdentity(shop.app, identity, browser)))
    expect(await em().count(User, { email })).toBe(1)
    expect(await em().count(Identity, { subject: 'kembar' })).toBe(4)
  })
})
