import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { User } from '../../../src/people/user.ts'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let mailbox: Mailbox
let shop: WebShop
const [oldPassword, newPassword] = ['kopi susu gula aren', 'teh tarik tanpa gula']

beforeAll(async () => {
  mailbox = await openMailbox()
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  shop = await createWebShop({}, {}, { settings })
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
})
beforeEach(async () => {
  await shop.app.sql.write('delete from attempt')
  mailbox.received.length = 0
})

interface Merchant {
  visitor: Visitor
  username: string
  email: string
}

const draw = () => randomInt(1e9).toString(36)
const em = () => shop.app.em('installation')

async function signUp(fields: Record<string, string> = {}): Promise<Merchant> {
  const visitor = createVisitor(shop)
  const drawn = draw()
  const [name, email] = [`Kopi ${drawn}`, `pemilik-${drawn}@example.id`]
  const { location } = await visitor.post('/sign-up', {
    act: 'open',
    shop: name,
    email,
    password: oldPassword,
    ...fields,
  })
  expect(location).toMatch(/^\/dashboard/)
  const [user] = await em().find(User, {}, { orderBy: { id: 'desc' }, limit: 1 })
  const { username } = user!
  return { visitor, username, email }
}

async function mailTo(email: string): Promise<string> {
  const find = () => mailbox.received.findLast(({ to }) => to.includes(email))?.text ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

async function confirm(email: string): Promise<void> {
  const [, path] = /https?:\/\/[^/]+(\/confirm-email\?token=\S+)/.exec(await mailTo(email))!
  expect((await createVisitor(shop).post(path!, { act: 'confirm' })).location).toBe('/sign-in?done=email_confirmed')
  mailbox.received.length = 0
}

async function signsIn(username: string, password: string): Promise<boolean> {
  const { location } = await createVisitor(shop).post('/sign-in', { act: 'in', username, password })
  return location === '/dashboard'
}

const reset = (username: string, code: string, visitor = createVisitor(shop)) =>
  visitor.post('/reset/code', { act: 'save', username, code, password: newPassword })

describe('a merchant without a chat but with a confirmed e-mail address', () => {
  test('a merchant without a chat signs in with a confirmed address, and resets the password by e-mail', async () => {
    const { email, username } = await signUp()
    await confirm(email)
    expect(await signsIn(email.toUpperCase(), oldPassword)).toBe(true)
    const visitor = createVisitor(shop)
    const { location } = await visitor.post('/reset', { act: 'send', username: email })
    expect(location).toContain('/reset/code')
    const code = /\b\d{6}\b/.exec((await mailTo(email)).split('\r\n\r\n').slice(1).join(' '))![0]
    expect((await reset(email, code, visitor)).location).toBe('/sign-in?done=password_changed')
    expect(await signsIn(username, newPassword)).toBe(true)
    expect(await signsIn(email, oldPassword)).toBe(false)
    expect((await reset(email, code)).status).toBe(401)
  })

  test('a code is sent again after the mail server refused it', async () => {
    const { email } = await signUp()
    await confirm(email)
    mailbox.refuse('try later')
    await createVisitor(shop).post('/reset', { act: 'send', username: email })
    await expect.poll(() => mailbox.received.length).toBe(0)
    mailbox.refuse(null)
    await createVisitor(shop).post('/reset', { act: 'send', username: email })
    expect(await mailTo(email)).toMatch(/\b\d{6}\b/)
  })
})

test('spaces around an e-mail address give no additional password attempts', async () => {
  const { email } = await signUp()
  await confirm(email)
  const spellings = [email, ` ${email}`, `${email}\t`, `\ufeff${email}`, `${email}  `]
  for (let guess = 0; guess < 10; guess++) await signsIn(spellings[guess % 5]!, `wrong ${guess}`)
  expect(await signsIn(` ${email} `, oldPassword)).toBe(false)
})

describe('an unconfirmed e-mail address', () => {
  test('an unconfirmed address cannot sign in, and receives no code', async () => {
    const { email, username } = await signUp()
    await mailTo(email)
    mailbox.received.length = 0
    expect(await signsIn(email, oldPassword)).toBe(false)
    const other = await signUp()
    await confirm(other.email)
    for (const name of [email, username, other.email])
      await createVisitor(shop).post('/reset', { act: 'send', username: name })
    await mailTo(other.email)
    expect(mailbox.received.flatMap(({ to }) => to)).toEqual([other.email])
  })

  test('an address is not confirmed by opening the link, nor by a changed, old or replaced link', async () => {
    const { email, visitor } = await signUp()
    const [, path] = /https?:\/\/[^/]+(\/confirm-email\?token=\S+)/.exec(await mailTo(email))!
    const guest = createVisitor(shop)
    expect((await guest.get(path!)).status).toBe(200)
    const isConfirmed = async () => (await em().count(User, { email, emailVerifiedAt: { $ne: null } })) > 0
    expect(await isConfirmed()).toBe(false)
    expect((await guest.post(`${path}x`, { act: 'confirm' })).status).toBe(401)
    await visitor.post('/dashboard/profile', { act: 'email', email: `lain-${draw()}@example.id` })
    expect((await guest.post(path!, { act: 'confirm' })).status).toBe(400)
    await visitor.post('/dashboard/profile', { act: 'email', email })
    shop.advance(86_401)
    expect((await guest.post(path!, { act: 'confirm' })).status).toBe(401)
    expect(await isConfirmed()).toBe(false)
  })

  test('if two users gave an address and one confirms it, the other one is notified', async () => {
    const [first, second] = [await signUp(), await signUp()]
    await confirm(first.email)
    await second.visitor.post('/dashboard/profile', { act: 'email', email: first.email })
    const [, path] = /https?:\/\/[^/]+(\/confirm-email\?token=\S+)/.exec(await mailTo(first.email))!
    expect((await createVisitor(shop).post(path!, { act: 'confirm' })).status).toBe(400)
    expect(await em().count(User, { email: first.email, emailVerifiedAt: { $ne: null } })).toBe(1)
  })
})

describe('the page says of a confirmation', () => {
  const profile = '/dashboard/profile'
  const outcomeOf = async (post: Promise<{ location: string | null }>) =>
    new URL((await post).location ?? '/', 'http://shop').searchParams.get('done')

  test('the page says that a confirmation link was sent once the server accepts it, or why that failed', async () => {
    const { visitor, email } = await signUp()
    await mailTo(email)
    mailbox.refuse('mailbox full')
    const refused = await visitor.post(profile, { act: 'confirm_email' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Server e-mail tidak menerima')])
    const other = `lain-${draw()}@example.id`
    expect(await outcomeOf(visitor.post(profile, { act: 'email', email: other }))).toBe('email_unmailed')
    mailbox.refuse(null)
    expect(await outcomeOf(visitor.post(profile, { act: 'confirm_email' }))).toBe('sent')
    expect(mailbox.received.at(-1)!.to).toEqual([other])
  })

  test('the page says that an address is saved, even if no more links are sent within the hour', async () => {
    const { visitor, email } = await signUp()
    await mailTo(email)
    const addresses = Array.from({ length: 6 }, () => `sering-${draw()}@example.id`)
    const outcomes = []
    for (const address of addresses) {
      outcomes.push(await outcomeOf(visitor.post(profile, { act: 'email', email: address })))
    }
    expect(outcomes).toEqual([...Array.from({ length: 4 }, () => 'email_mailed'), 'email_unmailed', 'email_unmailed'])
    expect(await em().count(User, { email: addresses.at(-1)! })).toBe(1)
  })

  test('the page reveals nothing about an address that five shops have given, and a sixth shop is opened', async () => {
    const email = `korban-${draw()}@example.id`
    for (let shops = 0; shops < 7; shops++) await signUp({ email })
    await expect.poll(() => mailbox.received.filter(({ to }) => to.includes(email)).length).toBe(5)
  })
})

test('a backup code sets a new password once, without a chat and without e-mail', async () => {
  const { visitor, username } = await signUp({ email: '' })
  const { text } = await visitor.post('/dashboard/profile', { act: 'codes' })
  const [code, other] = [...text.matchAll(/<code>([0-9A-Z]{8}-[0-9A-Z]{8})<\/code>/g)].map(([, one]) => one!)
  expect((await reset(username, code!.toLowerCase())).location).toBe('/sign-in?done=password_changed')
  expect(await signsIn(username, newPassword)).toBe(true)
  expect((await reset(username, code!)).status).toBe(401)
  expect((await reset('nobody-of-this-name', other!)).status).toBe(401)
  const wrong = `${other!.slice(0, -1)}${other!.endsWith('0') ? '1' : '0'}`
  for (let guess = 0; guess < 19; guess++) await reset(username, wrong)
  expect((await reset(username, other!)).status).toBe(429)
  // The limit applies per address, so that one user cannot use up another's codes.
  await shop.app.sql.write('delete from attempt')
  expect((await reset(username, other!)).location).toBe('/sign-in?done=password_changed')
})

describe('an empty username', () => {
  test.each([
    ['Kopi Kenangan Senja', /^kopi-kenangan-senja(...)?$/],
    ['☕', /^toko(...)?$/],
    ['Admin', /^admin...$/],
    ['AB', /^toko(...)?$/],
  ])('an empty username is derived from the name of the shop: %s', async (name, shape) => {
    const email = `pemilik-${draw()}@example.id`
    const [first, second] = [await signUp({ shop: name, email }), await signUp({ shop: name, email: `x${email}` })]
    expect(first.username).toMatch(shape)
    expect(second.username).toMatch(shape)
    expect(second.username).not.toBe(first.username)
    expect((await first.visitor.get('/dashboard/profile')).text).toContain(`<b>${first.username}</b>`)
  })
})

test.each([
  [{ SMTP_URL: 'smtp://mail.example' }, 'belong together'],
  [{ MAIL_FROM: 'toko@example.id' }, 'belong together'],
  [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'toko@example.id' }, 'SMTP_URL is like'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'toko@example.id\r\nBcc: all@example.id' }, 'MAIL_FROM is an address'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM is an address'],
])('unusable e-mail settings stop the start: %j', (settings, problem) => {
  expect(() => readConfig({ SECRET_KEY: 'x'.repeat(40), ...settings })).toThrow(problem)
})
