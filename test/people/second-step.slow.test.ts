import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { confirmSignIn } from '../../src/people/confirm-sign-in.ts'
import { findSession } from '../../src/people/find-session.ts'
import { enrolTotp, offerTotp } from '../../src/people/second-step/enrol-totp.ts'
import { makeBackupCodes } from '../../src/people/second-step/make-backup-codes.ts'
import { sendCode } from '../../src/people/send-code.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { type SecondStep, User } from '../../src/people/user.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { browser, createLinkedUser, lastCodeOf, password } from './linked-user.ts'

let shop: TestShop
let userId: number
const unauthorized = { code: 'unauthorized' }
const stepS = 30
// The middle of a time step, so that a few seconds of a slow machine do not matter.
const noon = new Date('2026-11-22T05:00:15.000Z')

beforeAll(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await shop.app.sql.write('delete from attempt')
})
afterEach(() => {
  vi.useRealTimers()
})

const choose = (secondStep: SecondStep) =>
  shop.app.em('installation').nativeUpdate(User, { id: userId }, { secondStep })
const enter = async () => (await signIn(shop.app, { username: 'ayu', password, ...browser })).token

/** Sets an authenticator app as the second step. Returns a function for its code this number of time steps from now. */
async function enrol(): Promise<(steps: number) => string> {
  const { secret } = offerTotp('ayu')
  const app = new TOTP({ secret })
  const shown = (steps: number) => app.generate({ timestamp: noon.getTime() + steps * stepS * 1000 })
  await enrolTotp(shop.app, userId, { secret, code: shown(0), address: browser.address })
  await shop.app.em('installation').nativeUpdate(User, { id: userId }, { totpStep: 0 })
  return shown
}

test.each([
  { steps: -2, isTaken: false },
  { steps: -1, isTaken: true },
  { steps: 0, isTaken: true },
  { steps: 1, isTaken: false },
  { steps: 2, isTaken: false },
])('a code of an authenticator app, $steps steps from now, is accepted: $isTaken', async ({ steps, isTaken }) => {
  const shown = await enrol()
  const confirmed = confirmSignIn(shop.app, { token: await enter(), by: 'totp', code: shown(steps) })
  await (isTaken
    ? expect(confirmed).resolves.toMatch(/^[\w-]{43}$/)
    : expect(confirmed).rejects.toMatchObject(unauthorized))
})

test('digits of another script, signs and other lengths are a wrong code, not an error', async () => {
  const shown = await enrol()
  const right = shown(0)
  const fullWidth = [...right].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join('')
  const arabic = [...right].map(digit => String.fromCodePoint(0x660 + Number(digit))).join('')
  for (const code of [
    fullWidth,
    arabic,
    `${right}\n`,
    `${right}0`,
    right.slice(1),
    '',
    '１',
    '💥💥💥',
    '+12345',
    '1e5   ',
  ]) {
    await shop.app.sql.write('delete from attempt')
    const confirmed = confirmSignIn(shop.app, { token: await enter(), by: 'totp', code })
    await expect(confirmed, JSON.stringify(code)).rejects.toMatchObject(unauthorized)
    const enrolled = enrolTotp(shop.app, userId, { ...offerTotp('ayu'), code, address: browser.address })
    await expect(enrolled).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'code' }] })
  }
  await confirmSignIn(shop.app, { token: await enter(), by: 'totp', code: right })
})

test.each(['passkey', 'totp'] as const)(
  'a user with %s as the second step cannot sign in by a code in the chat',
  async step => {
    if (step === 'totp') await enrol()
    else await choose(step)
    const token = await enter()
    const { id: sessionId } = (await findSession(shop.app, token))!
    await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId })
    const code = await lastCodeOf(shop)
    await expect(confirmSignIn(shop.app, { token, by: 'bot', code })).rejects.toMatchObject(unauthorized)
    expect((await findSession(shop.app, token))!.isConfirmed).toBe(false)
    const [paper] = await makeBackupCodes(shop.app, userId, browser.address)
    await confirmSignIn(shop.app, { token, by: 'backup', code: paper! })
    await choose('bot')
    const other = await enter()
    const waiting = (await findSession(shop.app, other))!
    await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId: waiting.id })
    await confirmSignIn(shop.app, { token: other, by: 'bot', code: await lastCodeOf(shop) })
  },
)
