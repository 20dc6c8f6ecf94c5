import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { checkCode } from '../../src/people/check-code.ts'
import { requestReset } from '../../src/people/request-reset.ts'
import { resetPassword } from '../../src/people/reset-password.ts'
import { sendCode } from '../../src/people/send-code.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count } from '../payments/scenario.ts'
import { browser, createLinkedUser, lastCodeOf, not, password } from './linked-user.ts'

let shop: TestShop
let userId: number

beforeEach(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
})
afterEach(() => shop.close())

const tries = 20
const atOnce = <Result>(work: (at: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: tries }, (_, at) => work(at)))
const countFulfilled = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const askForReset = async () => waitUntilFinished(requestReset(shop.app, { username: 'ayu', address: browser.address }))

test(`a right code that is sent ${tries} times simultaneously is accepted once`, async () => {
  await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId: null })
  const code = await lastCodeOf(shop)
  const given = { userId, purpose: 'sign_in' as const, sessionId: null, code }
  const answers = await atOnce(() => checkCode(shop.app, given))
  expect(answers.filter(one => one.status === 'fulfilled' && one.value)).toHaveLength(1)
  expect(await checkCode(shop.app, given)).toBe(false)
})

test(`a reset code that is used ${tries} times simultaneously, each with another password, sets one of them`, async () => {
  await askForReset()
  const code = await lastCodeOf(shop)
  const { address } = browser
  const wanted = (at: number) => `teh manis hangat ${at}`
  const resets = await atOnce(at => resetPassword(shop.app, { username: 'ayu', code, password: wanted(at), address }))
  expect(countFulfilled(resets)).toBe(1)
  const winner = resets.findIndex(({ status }) => status === 'fulfilled')
  await expect(signIn(shop.app, { username: 'ayu', password: wanted(winner), ...browser })).resolves.toBeDefined()
  await expect(signIn(shop.app, { username: 'ayu', password, ...browser })).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect(await count(shop, 'audit_entry', "act = 'password.reset'")).toBe(1)
})

test(`${tries} simultaneous reset requests send at most five codes, and only the newest is valid`, async () => {
  await atOnce(askForReset)
  expect(await count(shop, 'notice', "kind = 'user.code'")).toBeGreaterThan(0)
  expect(await count(shop, 'notice', "kind = 'user.code'")).toBeLessThanOrEqual(5)
  expect(await count(shop, 'one_time_code', 'is_live')).toBe(1)
})

test(`${tries} wrong codes beside the right one sign in at most once, and a new request restores no attempts`, async () => {
  await askForReset()
  const code = await lastCodeOf(shop)
  const { address } = browser
  const guess = (own: string) => ({ username: 'ayu', code: own, password: 'teh manis hangat', address })
  const [guesses] = await Promise.all([
    atOnce(at => resetPassword(shop.app, guess(at === tries - 1 ? code : not(code)))),
    askForReset(),
  ])
  expect(countFulfilled(guesses)).toBeLessThanOrEqual(1)
  for (const one of guesses.slice(0, -1)) expect(one.status).toBe('rejected')
  expect(await count(shop, 'one_time_code', 'attempts > 5')).toBe(0)
})
