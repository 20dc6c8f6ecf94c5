import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { rollKey } from '../../src/keys/roll-key.ts'
import { unlinkOwnChat } from '../../src/notices/unlink-chat.ts'
import { findSession } from '../../src/people/find-session.ts'
import { sendCode } from '../../src/people/send-code.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { chatId, createLinkedUser, password } from '../people/linked-user.ts'

let shop: TestShop
let userId: number

beforeEach(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'Ayu', 'id', now())`,
    [shop.demo.accountId, chatId],
  )
})
afterEach(() => shop.close())

const browser = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (Android) Chrome/147', asOperator: false }
const enter = () => signIn(shop.app, { username: 'ayu', password, ...browser })
const alerts = (kind: string) =>
  shop.app.sql.query<{ chat_id: number; data: Record<string, unknown> }>(
    'select chat_id, data from notice where kind = $1 order by id',
    [kind],
  )

describe('a new sign-in', () => {
  test('a new sign-in is reported to its user in their own chat, with the device and the address', async () => {
    const { token } = await enter()
    const { id: sessionId } = (await findSession(shop.app, token))!
    const data = { sessionId, browser: 'Chrome, Android', address: '203.0.113.7' }
    expect(await alerts('user.signed_in')).toMatchObject([{ chat_id: chatId, data }])
  })

  test('a new sign-in is reported only after the second step', async () => {
    await shop.app.sql.write(`update app_user set second_step = 'bot'`)
    const { token } = await enter()
    const { id: sessionId } = (await findSession(shop.app, token))!
    await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId })
    expect(await alerts('user.signed_in')).toEqual([])
  })

  test('a new sign-in of a user without a chat sends no message', async () => {
    await unlinkOwnChat(shop.app, userId, { actor: `user ${userId}` })
    await enter()
    expect(await alerts('user.signed_in')).toEqual([])
  })
})

test('the merchant is notified of a new or rolled key, without its text', async () => {
  const by = { actor: `user ${userId}`, name: 'Ayu' }
  const { accountId } = shop.demo
  const key = await createKey(shop.app, { accountId, mode: 'live', label: 'Kasir' }, by)
  const [row] = await shop.app.sql.query<{ id: number }>(`select id from api_key where label = 'Kasir'`)
  await rollKey(shop.app, accountId, { keyId: row!.id, overlapS: 60 }, by)
  const told = (await alerts('merchant.key_created')).filter(({ data }) => data.label === 'Kasir')
  expect(told).toMatchObject([
    { chat_id: chatId, data: { mode: 'live', by: 'Ayu' } },
    { chat_id: chatId, data: { mode: 'live', by: 'Ayu' } },
  ])
  expect(JSON.stringify(told)).not.toContain(key)
})

test('the merchant is notified of a changed callback address, and not of an unchanged one', async () => {
  const by = { actor: `user ${userId}`, name: 'Ayu' }
  const set = (url: string | null) => setCallbackUrl(shop.app, shop.demo.accountId, url, by)
  expect(await set('https://shop.example/hook')).toBe(true)
  expect(await set('https://shop.example/hook')).toBe(false)
  expect(await set(null)).toBe(true)
  expect(await set(null)).toBe(false)
  const told = await alerts('merchant.callback_address_changed')
  expect(told.map(({ data }) => data)).toEqual([
    { url: 'https://shop.example/hook', by: 'Ayu' },
    { url: null, by: 'Ayu' },
  ])
})

test('the chat that receives codes cannot be unlinked while it is the second step', async () => {
  await shop.app.sql.write(`update app_user set second_step = 'bot'`)
  const by = { actor: `user ${userId}` }
  await expect(unlinkOwnChat(shop.app, userId, by)).rejects.toMatchObject({ code: 'refused_transition' })
  await shop.app.sql.write(`update app_user set second_step = 'none'`)
  await unlinkOwnChat(shop.app, userId, by)
  expect(await shop.app.sql.query('select 1 from merchant_chat where chat_id = $1', [chatId])).toEqual([])
})
