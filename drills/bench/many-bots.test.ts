import v8 from 'node:v8'
import vm from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { deriveHookSecrets } from '../../bot/bots/bots.ts'
import type { ShopScreen } from '../../bot/screens/screen.ts'
import { allowedUpdates } from '../../bot/telegram/telegram.ts'
import { botTokenContext } from '../../src/notices/bot.ts'
import { type Chats, startChats } from '../../test/bot/chats.ts'

const bots = 5_000
const few = 100
const firstId = 7_200_000_000
const bytesMax = 50 * 1024 * 1024

let chats: Chats
afterEach(() => chats.close())

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

function memory(): { heap: number; rss: number } {
  for (let round = 0; round < 3; round++) collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

test(`${bots} registered bots that have all been used cost less than 50 MiB`, async () => {
  let heard = 0
  const listener: ShopScreen = {
    text: async () => {
      heard++
    },
  }
  chats = await startChats({ screens: { shop: [listener], platform: [] } })
  // The traffic is first measured with a few bots, so that the engine's own cost is not attributed to the bots.
  await addBots(0, few)
  for (let update = 1; update <= bots / few; update++) await speakTo(0, few, update)
  const before = memory()
  await addBots(few, bots)
  await speakTo(few, bots, 1)
  const after = memory()
  expect(heard).toBe(bots + bots - few)
  const cost = { heap: after.heap - before.heap, rss: after.rss - before.rss }
  const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
  process.stdout.write(`${bots} bots: heap ${mib(cost.heap)}, resident ${mib(cost.rss)}\n`)
  expect(Math.max(cost.heap, cost.rss)).toBeLessThan(bytesMax)
}, 300_000)

// Creates the rows of `addBot` and `setHooks`, without ten thousand calls to the local Bot API.
async function addBots(from: number, to: number): Promise<void> {
  const { app } = chats
  const ids = Array.from({ length: to - from }, (_, index) => firstId + from + index)
  const tokens = ids.map(id => app.seal.seal(`${id}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0`, botTokenContext(id)))
  await app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id, hooked_as)
     select id, $2, 'test', 'bot_' || id, 'Toko', json_build_object('id', id, 'is_bot', true, 'first_name', 'Toko',
       'username', 'bot_' || id), token, 'hook-' || id, $4 from unnest($1::bigint[], $3::text[]) as b(id, token)`,
    [ids, chats.accountId, tokens, `${app.config.baseUrl} ${allowedUpdates.join(',')} ${app.seal.keyId()} 0`],
  )
}

async function speakTo(from: number, to: number, updateId: number): Promise<void> {
  const atOnce = 20
  for (let index = from; index < to; index += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, to - index) }, (_, each) => speak(firstId + index + each, updateId)),
    )
  }
  await chats.settle()
}

async function speak(botId: number, updateId: number): Promise<void> {
  const person = { id: 42, is_bot: false, first_name: 'Rina' }
  const message = {
    message_id: 1,
    date: 1_790_000_000,
    chat: { ...person, type: 'private' },
    from: person,
    text: 'kopi',
  }
  const answer = await fetch(`${chats.app.config.baseUrl}/tg/hook-${botId}`, {
    method: 'POST',
    headers: { 'X-Telegram-Bot-Api-Secret-Token': deriveHookSecrets(chats.app, botId, 0)[0]! },
    body: JSON.stringify({ update_id: updateId, message }),
  })
  expect(answer.status).toBe(200)
}
