import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acceptMerchantLink } from '../../../src/notices/link-merchant.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { codeContext } from '../../../src/people/send-code.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let visitor: Visitor
const username = 'ayu'
const password = 'kopi susu gula aren'
const chatId = 77
const profile = '/dashboard/profile'

beforeEach(async () => {
  shop = await createWebShop()
  const member = { accountId: shop.demo.accountId, role: 'owner' as const }
  await createUser(shop.app, { username, password, member })
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, 'live', 'warung_bot', 'Warung', '{}', 'none', 'hook')`,
  )
  visitor = createVisitor(shop)
  await signIn(visitor)
})
afterEach(() => shop.close())

const signIn = (somebody: Visitor) => somebody.post('/sign-in', { act: 'in', username, password })

async function linkChat(): Promise<void> {
  const { text } = await visitor.post(profile, { act: 'link' })
  const [, token] = /\/start m_([\w-]{43})/.exec(text)!
  await acceptMerchantLink(shop.app, token!, { chatId, name: 'Ayu', language: 'id' }, '1:1')
}

/** Returns the last code that was sent to the chat. */
async function sentCode(): Promise<string> {
  const [newest] = await sentCodes()
  return newest!
}

/** Returns the codes that were sent to the chat, newest first. */
async function sentCodes(): Promise<string[]> {
  const notices = await shop.app.sql.query<{ data: { sealedCode: string } }>(
    `select data from notice where kind = 'user.code' and chat_id = $1 order by id desc`,
    [chatId],
  )
  return notices.map(({ data }) => shop.app.seal.open(data.sealedCode, codeContext(chatId)))
}

const backupCodes = (text: string) =>
  [...text.matchAll(/<code>([0-9A-Z]{8}-[0-9A-Z]{8})<\/code>/g)].map(([, code]) => code!)

describe('the second step by the bot', () => {
  let codes: string[]
  beforeEach(async () => {
    expect((await visitor.post(profile, { act: 'bot' })).status).toBe(409)
    await linkChat()
    codes = backupCodes((await visitor.post(profile, { act: 'bot' })).text)
  })

  test('a sixth request for a code within an hour is refused with the time of the next one', async () => {
    const browser = createVisitor(shop)
    await signIn(browser)
    for (let sent = 1; sent < 5; sent++) {
      expect((await browser.post('/sign-in/code', { act: 'again' })).location).toBe('/sign-in/code?done=sent')
    }
    shop.advance(600)
    const sixth = await browser.post('/sign-in/code?lang=en', { act: 'again' })
    expect(sixth.status).toBe(429)
    expect(sixth.text).toMatch(/Too many attempts\. Try again in (49|50) minutes\./)
    // A new sign-in sends none either, and shows the same message.
    const other = createVisitor(shop)
    const { location } = await signIn(other)
    expect(location).toBe('/sign-in/code?unsent=1')
    expect((await other.get(location!)).text).toMatch(/Kode berikutnya bisa diminta dalam (49|50) menit\./)
    shop.advance(3000)
    expect((await browser.post('/sign-in/code', { act: 'again' })).location).toBe('/sign-in/code?done=sent')
  })

  test.each(['ayu', 'nobody'])(
    'the sixth reset code for the name %s is refused with a time, so that it reveals nothing',
    async name => {
      const browser = createVisitor(shop)
      for (let sent = 0; sent < 5; sent++) {
        expect((await browser.post('/reset', { act: 'send', username: name })).status).toBe(303)
      }
      const sixth = await browser.post('/reset', { act: 'send', username: name.toUpperCase() })
      expect(sixth.status).toBe(429)
      expect(sixth.text).toContain('Coba lagi dalam 60 menit.')
    },
  )

  test('the second step follows the password, and nothing opens before it', async () => {
    const browser = createVisitor(shop)
    expect((await signIn(browser)).location).toBe('/sign-in/code')
    expect((await browser.get('/dashboard')).location).toBe('/sign-in/code?back=%2Fdashboard')
    expect((await browser.get('/dashboard/payments.csv')).location).toMatch('/sign-in/code')
    const before = browser.cookies.get('warung-merchant')
    const answer = await browser.post('/sign-in/code', { act: 'confirm', code: await sentCode() })
    expect(answer.location).toBe('/dashboard')
    expect(browser.cookies.get('warung-merchant')).not.toBe(before)
    expect((await browser.get('/dashboard')).status).toBe(200)
  })

  test('of a thousand simultaneous guesses five are evaluated, and then even the right code is refused', async () => {
    const browser = createVisitor(shop)
    await signIn(browser)
    const right = await sentCode()
    const guesses = Array.from({ length: 1000 }, (_, index) => String(index).padStart(6, '0')).filter(
      code => code !== right,
    )
    const answers = await Promise.all(guesses.map(code => browser.post('/sign-in/code', { act: 'confirm', code })))
    expect(answers.filter(({ status }) => status === 303)).toEqual([])
    const [row] = await shop.app.sql.query<{ attempts: number }>('select attempts from one_time_code where is_live')
    expect(row).toEqual({ attempts: 5 })
    expect((await browser.post('/sign-in/code', { act: 'confirm', code: right })).status).toBe(401)
  })

  test('each backup code works once', async () => {
    expect(codes).toHaveLength(10)
    for (const status of [303, 401]) {
      const browser = createVisitor(shop)
      await signIn(browser)
      expect((await browser.post('/sign-in/code?by=backup', { act: 'confirm', code: codes[0]! })).status).toBe(status)
    }
  })

  test('a code resets the password, and signs out everywhere', async () => {
    const stranger = createVisitor(shop)
    const before = await sentCodes()
    const known = await stranger.post('/reset', { act: 'send', username })
    const unknown = await stranger.post('/reset', { act: 'send', username: 'nobody' })
    expect(unknown.status).toBe(known.status)
    const wanted = 'teh tarik panas'
    // The answer is sent before the code.
    await expect.poll(sentCodes).toHaveLength(before.length + 1)
    const code = await sentCode()
    const answer = await stranger.post('/reset/code', { act: 'save', username, code, password: wanted })
    expect(answer.location).toBe('/sign-in?done=password_changed')
    expect((await visitor.get(profile)).status).toBe(303)
    expect((await stranger.post('/sign-in', { act: 'in', username, password: wanted })).location).toBe('/sign-in/code')
  })
})

test('an authenticator app becomes the second step once it has produced a correct code', async () => {
  const offered = await visitor.post(profile, { act: 'totp' })
  const [, secret] = /name="secret" value="(\w{32})"/.exec(offered.text)!
  expect((await visitor.post(profile, { act: 'enrol', secret: secret!, code: '000000' })).status).toBe(400)
  const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate()
  const enrolled = await visitor.post(profile, { act: 'enrol', secret: secret!, code })
  expect(backupCodes(enrolled.text)).toHaveLength(10)
  expect((await signIn(createVisitor(shop))).location).toBe('/sign-in/code')
  await visitor.post(profile, { act: 'off' })
  expect((await signIn(createVisitor(shop))).location).toBe('/dashboard')
})

describe('actions that require the password', () => {
  test('an action asks again for a password entered over ten minutes ago, and then continues', async () => {
    shop.advance(660)
    const asked = await visitor.post(profile, { act: 'totp' })
    expect(asked.text).toContain('Masukkan kata sandi sekali lagi')
    expect(asked.text).not.toMatch(/name="secret"/)
    const wrong = await visitor.post(profile, { act: 'totp', password_again: 'salah sekali' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).not.toMatch(/salah sekali|name="secret"/)
    expect((await visitor.post(profile, { act: 'totp', password_again: password })).text).toMatch(/name="secret"/)
  })

  test('a password changes only with the old one, and the other sessions end', async () => {
    const other = createVisitor(shop)
    await signIn(other)
    const change = (current: string) =>
      visitor.post(profile, { act: 'password', current_password: current, new_password: 'teh tarik panas' })
    expect((await change('salah sekali')).status).toBe(401)
    expect((await change(password)).location).toBe(`${profile}?done=saved`)
    expect((await visitor.get(profile)).status).toBe(200)
    expect((await other.get(profile)).status).toBe(303)
  })
})

test('sessions are listed and ended one by one, only by their own user', async () => {
  const other = createVisitor(shop)
  await signIn(other)
  const [, id] = /name="session" value="(\d+)"/.exec((await visitor.get(profile)).text)!
  const member = { accountId: shop.second.accountId, role: 'owner' as const }
  await createUser(shop.app, { username: 'budi', password, member })
  const budi = createVisitor(shop)
  await budi.post('/sign-in', { act: 'in', username: 'budi', password })
  await budi.post(profile, { act: 'revoke', session: id! })
  expect((await other.get(profile)).status).toBe(200)
  await visitor.post(profile, { act: 'revoke', session: id! })
  expect((await other.get(profile)).status).toBe(303)
})
