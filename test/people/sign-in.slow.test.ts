import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { checkCode } from '../../src/people/check-code.ts'
import { confirmSignIn } from '../../src/people/confirm-sign-in.ts'
import { createUser } from '../../src/people/create-user.ts'
import { findSession } from '../../src/people/find-session.ts'
import { listSessions } from '../../src/people/list-sessions.ts'
import { reauthenticateByPassword, requireRecentPassword } from '../../src/people/reauthenticate.ts'
import { requestReset } from '../../src/people/request-reset.ts'
import { resetPassword } from '../../src/people/reset-password.ts'
import { enrolTotp, offerTotp } from '../../src/people/second-step/enrol-totp.ts'
import { makeBackupCodes } from '../../src/people/second-step/make-backup-codes.ts'
import { sendCode } from '../../src/people/send-code.ts'
import { revokeSessions } from '../../src/people/session-moves.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { User } from '../../src/people/user.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { browser, createLinkedUser, lastCodeOf, not, password } from './linked-user.ts'

let shop: TestShop
let userId: number

const unauthorized = { code: 'unauthorized' }

beforeEach(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.close()
})

const enter = (change: object = {}) => signIn(shop.app, { username: 'ayu', password, ...browser, ...change })

const lastCode = () => lastCodeOf(shop)
const needSecondStep = () => shop.app.sql.write(`update app_user set second_step = 'bot' where id = $1`, [userId])

describe('a session', () => {
  test('a session starts with the right password, describes its user, and ends when it is revoked', async () => {
    const { token, secondStep } = await enter({ username: 'AYU' })
    expect(secondStep).toBe('none')
    const session = await findSession(shop.app, token)
    expect(session).toMatchObject({
      userId,
      username: 'ayu',
      isConfirmed: true,
      isOperator: false,
      memberships: [{ accountId: shop.demo.accountId, accountName: 'Warung Kopi', role: 'owner' }],
    })
    expect(await listSessions(shop.app, userId)).toMatchObject([{ address: '203.0.113.7', userAgent: 'Firefox' }])
    const stored = await shop.app.sql.query<{ row: string }>('select session::text as row from session')
    expect(stored[0]!.row).not.toContain(token)
    expect(await revokeSessions(shop.app, shop.app.em('installation'), userId, { only: session!.id })).toBe(1)
    expect(await findSession(shop.app, token)).toBeNull()
    expect(await listSessions(shop.app, userId)).toEqual([])
  })

  test('a session ends after 12 idle hours, and after a week of use', async () => {
    const idle = (await enter()).token
    shop.advance(12 * 3600 + 1)
    expect(await findSession(shop.app, idle)).toBeNull()
    const busy = (await enter()).token
    for (let hours = 0; hours < 167; hours += 11) {
      expect(await findSession(shop.app, busy)).not.toBeNull()
      shop.advance(11 * 3600)
    }
    expect(await findSession(shop.app, busy)).toBeNull()
  })

  test("another user's session is not revoked, and one can stay when all others end", async () => {
    const mine = await enter()
    await enter()
    const { id } = (await findSession(shop.app, mine.token))!
    const other = await createUser(shop.app, { username: 'budi', password })
    expect(await revokeSessions(shop.app, shop.app.em('installation'), other.id, { only: id })).toBe(0)
    expect(await revokeSessions(shop.app, shop.app.em('installation'), userId, { butNot: id })).toBe(1)
    expect(await findSession(shop.app, mine.token)).not.toBeNull()
  })
})

describe('signing in', () => {
  test('a sign-in fails with the same message for a wrong name, a wrong password and the wrong page', async () => {
    const wrong = [{ username: 'nobody' }, { password: 'wrong password' }, { asOperator: true }, { password: '' }]
    const said = await Promise.all(wrong.map(change => enter(change).catch(error => `${error.code} ${error.message}`)))
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toMatch(/^unauthorized /)
  })

  test('a sign-in is counted before the password is compared: of 60 simultaneous guesses ten are', async () => {
    const guesses = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => enter({ password: `guess number ${at}`, address: `198.51.100.${at}` })),
    )
    const codes = guesses.map(guess => (guess.status === 'rejected' ? guess.reason.code : 'in'))
    expect(codes.filter(code => code === 'unauthorized')).toHaveLength(10)
    expect(codes.filter(code => code === 'rate_limited')).toHaveLength(50)
    await expect(enter({ address: '198.51.100.200' })).rejects.toMatchObject({ code: 'rate_limited' })
    shop.advance(901)
    await expect(enter()).resolves.toMatchObject({ secondStep: 'none' })
  })

  test('a successful sign-in resets the count of wrong attempts', async () => {
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 8; wrong++) await expect(enter({ password: 'wrong one' })).rejects.toBeTruthy()
      await expect(enter()).resolves.toBeTruthy()
    }
  })
})

describe('the second step', () => {
  test('a code through the bot confirms the session under a new token', async () => {
    await needSecondStep()
    const { token, secondStep } = await enter()
    expect(secondStep).toBe('bot')
    const waiting = (await findSession(shop.app, token))!
    expect(waiting.isConfirmed).toBe(false)
    await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId: waiting.id })
    const code = await lastCode()
    expect(code).toMatch(/^\d{6}$/)
    await expect(confirmSignIn(shop.app, { token, by: 'bot', code: not(code) })).rejects.toMatchObject(unauthorized)
    const anew = await confirmSignIn(shop.app, { token, by: 'bot', code })
    expect(await findSession(shop.app, token)).toBeNull()
    expect(await findSession(shop.app, anew)).toMatchObject({ id: waiting.id, isConfirmed: true })
    await expect(confirmSignIn(shop.app, { token: anew, by: 'bot', code })).rejects.toMatchObject(unauthorized)
  })

  test('correct codes of an authenticator app count against no limit', async () => {
    const { secret } = offerTotp('ayu')
    const app = new TOTP({ secret })
    const from = { address: browser.address }
    await enrolTotp(shop.app, userId, { secret, code: app.generate({ timestamp: Date.now() - 30_000 }), ...from })
    const lastStep = { totpStep: 0 }
    for (let times = 0; times < 7; times++) {
      await shop.app.em('installation').nativeUpdate(User, { id: userId }, lastStep)
      const { token } = await enter()
      await confirmSignIn(shop.app, { token, by: 'totp', code: app.generate() })
    }
  })

  test('a code is valid once, for five minutes, for the session that requested it, until another is sent', async () => {
    const asked = { userId, purpose: 'sign_in' as const, sessionId: null }
    await sendCode(shop.app, asked)
    const first = await lastCode()
    expect(await checkCode(shop.app, { ...asked, sessionId: 99, code: first })).toBe(false)
    expect(await checkCode(shop.app, { ...asked, purpose: 'reset', code: first })).toBe(false)
    const both = await Promise.all([1, 2, 3].map(() => checkCode(shop.app, { ...asked, code: first })))
    expect(both.filter(Boolean)).toHaveLength(1)

    await sendCode(shop.app, asked)
    const second = await lastCode()
    shop.advance(300)
    expect(await checkCode(shop.app, { ...asked, code: second })).toBe(false)
    await sendCode(shop.app, asked)
    const third = await lastCode()
    await sendCode(shop.app, asked)
    if (third !== (await lastCode())) expect(await checkCode(shop.app, { ...asked, code: third })).toBe(false)
    expect(await checkCode(shop.app, { ...asked, code: await lastCode() })).toBe(true)
  })

  test('at most five codes an hour are sent, and twenty wrong attempts a day checked, for any number of codes', async () => {
    const asked = { userId, purpose: 'sign_in' as const, sessionId: null }
    for (let sent = 0; sent < 5; sent++) await sendCode(shop.app, asked)
    await expect(sendCode(shop.app, asked)).rejects.toMatchObject({ code: 'rate_limited' })
    for (let hour = 0; hour < 4; hour++) {
      shop.advance(3601)
      await sendCode(shop.app, asked)
      const wrong = not(await lastCode())
      for (let guess = 0; guess < 5; guess++) expect(await checkCode(shop.app, { ...asked, code: wrong })).toBe(false)
    }
    shop.advance(3601)
    await sendCode(shop.app, asked)
    const code = await lastCode()
    await expect(checkCode(shop.app, { ...asked, code })).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('an authenticator app accepts each code once, and backup codes once each', async () => {
    const offer = offerTotp('ayu')
    const from = { address: browser.address }
    expect(offer.url).toMatch(/^otpauth:\/\/totp\/Warung:ayu\?/)
    const app = new TOTP({ secret: offer.secret })
    await expect(enrolTotp(shop.app, userId, { secret: offer.secret, code: '000', ...from })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const enrolled = app.generate()
    vi.useFakeTimers({ toFake: ['Date'] })
    await enrolTotp(shop.app, userId, { secret: offer.secret, code: enrolled, ...from })
    const { token, secondStep } = await enter()
    expect(secondStep).toBe('totp')
    await expect(confirmSignIn(shop.app, { token, by: 'totp', code: enrolled })).rejects.toMatchObject(unauthorized)
    vi.setSystemTime(Date.now() + 30_000)
    const code = app.generate()
    expect(await findSession(shop.app, await confirmSignIn(shop.app, { token, by: 'totp', code }))).not.toBeNull()
    const again = (await enter()).token
    await expect(confirmSignIn(shop.app, { token: again, by: 'totp', code })).rejects.toMatchObject(unauthorized)

    const codes = await makeBackupCodes(shop.app, userId, browser.address)
    expect(new Set(codes).size).toBe(10)
    const paper = codes[3]!.toLowerCase().replace('-', ' ')
    const tokens = [(await enter()).token, (await enter()).token, (await enter()).token]
    const racing = await Promise.allSettled(
      tokens.map(each => confirmSignIn(shop.app, { token: each, by: 'backup', code: paper })),
    )
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const used = await shop.app.sql.query('select 1 from backup_code where used_at is not null')
    expect(used).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  test('a forgotten password is set with a code from the chat, and all sessions end', async () => {
    const { token } = await enter()
    await waitUntilFinished(requestReset(shop.app, { username: 'Ayu', address: browser.address }))
    const code = await lastCode()
    const next = 'teh manis hangat'
    const reset = (change: object = {}) =>
      resetPassword(shop.app, { username: 'ayu', code, password: next, address: browser.address, ...change })
    await expect(reset({ code: not(code) })).rejects.toMatchObject(unauthorized)
    await expect(reset({ username: 'nobody' })).rejects.toMatchObject(unauthorized)
    await expect(reset({ password: 'short' })).rejects.toMatchObject({ code: 'invalid_request' })
    await reset()
    expect(await findSession(shop.app, token)).toBeNull()
    await expect(enter()).rejects.toMatchObject(unauthorized)
    await expect(enter({ password: next })).resolves.toBeTruthy()
    const noted = await shop.app.sql.query(`select actor, address from audit_entry where act = 'password.reset'`)
    expect(noted).toEqual([{ actor: `user ${userId}`, address: browser.address }])
    await expect(reset()).rejects.toMatchObject(unauthorized)
  })

  test('a reset for an unknown name gives the same answer, and sends nothing', async () => {
    await waitUntilFinished(requestReset(shop.app, { username: 'nobody', address: browser.address }))
    expect(await shop.app.sql.query('select 1 from notice')).toEqual([])
  })

  test('the digits of a reset code are stored only in encrypted form', async () => {
    await waitUntilFinished(requestReset(shop.app, { username: 'ayu', address: browser.address }))
    const code = await lastCode()
    for (const table of ['notice', 'event', 'one_time_code']) {
      const rows = await shop.app.sql.query<{ row: string }>(`select ${table}::text as row from ${table}`)
      expect(rows.map(({ row }) => row).join()).not.toMatch(new RegExp(`\\b${code}\\b`))
    }
  })
})

test('money and secrets ask for the password again after ten minutes', async () => {
  const { token } = await enter()
  const early = (await findSession(shop.app, token))!
  expect(() => requireRecentPassword(shop.app, early)).not.toThrow()
  shop.advance(601)
  expect(() => requireRecentPassword(shop.app, early)).toThrow('password')
  await expect(reauthenticateByPassword(shop.app, early, 'wrong password')).rejects.toMatchObject(unauthorized)
  await reauthenticateByPassword(shop.app, early, password)
  expect(() => requireRecentPassword(shop.app, { ...early, authenticatedAt: shop.app.now() })).not.toThrow()
  expect((await findSession(shop.app, token))!.authenticatedAt.getTime()).toBeGreaterThan(
    early.authenticatedAt.getTime(),
  )
})

test('a name that is taken gets three characters, or is refused, and simultaneous ones all get one', async () => {
  await expect(createUser(shop.app, { username: 'Ayu' })).rejects.toMatchObject({ fields: [{ path: 'username' }] })
  const made = await Promise.all(
    Array.from({ length: 40 }, () => createUser(shop.app, { username: 'ayu', onTaken: 'suffix' })),
  )
  expect(new Set(made.map(({ username }) => username)).size).toBe(40)
  for (const { username } of made) expect(username).toMatch(/^ayu[a-z0-9]{3}$/)
  for (const username of ['ab', 'a b c', 'admin', '-ayu', 'x'.repeat(40), 'аyu']) {
    await expect(createUser(shop.app, { username })).rejects.toMatchObject({ fields: [{ path: 'username' }] })
  }
})
