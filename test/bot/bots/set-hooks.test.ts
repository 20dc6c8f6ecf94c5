import { afterAll, beforeAll, expect, test } from 'vitest'
import { setHooks } from '../../../bot/bots/set-hooks.ts'
import { type Chats, startChats } from '../chats.ts'

let chats: Chats

beforeAll(async () => {
  chats = await startChats({ screens: { shop: [], platform: [] }, isStarted: false })
})
afterAll(() => chats.close())

test('a webhook that cannot be set is retried at growing intervals, up to ten minutes', async () => {
  const { sql, config } = chats.app
  const bot = chats.shop.id
  const unreachable = { ...chats.app, config: { ...config, botApiUrl: 'http://127.0.0.1:9' } }
  for (const [failures, minutes] of [
    [0, 1],
    [1, 2],
    [20, 10],
  ] as const) {
    await sql.write(
      `update bot set hooked_as = null, hook_failures = $2, hook_at = now(), state = case when id = $1 then state else 'revoked' end`,
      [bot, failures],
    )
    expect(await setHooks(unreachable)).toBe(0)
    const [row] = await sql.query<{ failures: number; minutes: number }>(
      `select hook_failures as failures, round(extract(epoch from hook_at - now()) / 60)::int as minutes from bot where id = $1`,
      [bot],
    )
    expect(row).toEqual({ failures: failures + 1, minutes })
  }
})

test('a webhook requests the most simultaneous updates that Telegram allows', async () => {
  await chats.app.sql.write(
    "update bot set state = 'active', hooked_as = null, hook_failures = 0, hook_at = now() where id = $1",
    [chats.shop.id],
  )
  expect(await setHooks(chats.app)).toBe(1)
  const { result } = await chats.machine.call(chats.shop.token, 'getWebhookInfo')
  expect(result.max_connections).toBe(100)
})
