import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inbox } from '../../../bot/inbox/inbox.ts'
import { startPolling } from '../../../bot/inbox/poll.ts'
import { type Chats, eventually, startChats, type TestBot } from '../chats.ts'

let chats: Chats
let shops: TestBot[]

beforeAll(async () => {
  chats = await startChats({ updates: 'polling', screens: { shop: [], platform: [] }, isStarted: false })
  shops = []
  for (let number = 0; number < 7; number++) shops.push(await chats.addShop(`shop${number}`))
})
afterAll(() => chats.close())

/** Counts what arrives, instead of storing it. */
function counter() {
  const arrived = new Map<number, number[]>()
  const inbox: Pick<Inbox, 'take'> = {
    async take(bot, updates) {
      const ids = [...(arrived.get(bot.id) ?? []), ...updates.map(update => update.update_id)]
      if (updates.length > 0) arrived.set(bot.id, ids)
    },
  }
  return { arrived, inbox }
}

async function writeToAll(): Promise<void> {
  for (const shop of shops) {
    const person = await chats.machine.makePerson()
    await chats.say(person, '/start', shop)
  }
}

test('bots beyond the limit of simultaneous polls take turns, and all get one', async () => {
  const { arrived, inbox } = counter()
  const polling = startPolling(chats.app, chats.role.bots, inbox, { max: 2 })
  await writeToAll()
  await eventually(async () => shops.every(shop => arrived.has(shop.id)), 'every shop heard its customer')
  await writeToAll()
  await eventually(async () => shops.every(shop => arrived.get(shop.id)!.length >= 2), 'and the next one')
  await polling.stop()
})

test('each bot is polled by one process, and by another once that one ends', async () => {
  const [one, other] = [counter(), counter()]
  const first = startPolling(chats.app, chats.role.bots, one.inbox)
  const asked = async (process: string | null) => {
    const rows = await chats.app.sql.query<{ count: number }>(
      `select count(distinct poll_token) as count from bot where state = 'active' and polled_until > now()`,
    )
    return rows[0]!.count === (process === null ? 0 : 1)
  }
  await eventually(() => asked('first'), 'the first asks')
  const second = startPolling(chats.app, chats.role.bots, other.inbox)
  await writeToAll()
  await eventually(async () => shops.every(shop => one.arrived.has(shop.id)), 'every update came to the first')
  expect(other.arrived.size).toBe(0)
  await first.stop()
  await writeToAll()
  await eventually(async () => shops.every(shop => other.arrived.has(shop.id)), 'every update came to the second')
  await second.stop()
  expect(await asked(null)).toBe(true)
})

test('updates that came while PostgreSQL was away are stored when it is back, without another request', async () => {
  const { arrived, inbox } = counter()
  const warnings: string[] = []
  const log = { ...chats.app.log, warn: (_: object, message: string) => void warnings.push(message) }
  let refused = 0
  const refusing: typeof inbox = {
    async take(bot, updates) {
      if (updates.length > 0 && ++refused <= 3) {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      }
      return inbox.take(bot, updates)
    },
  }
  const polling = startPolling({ ...chats.app, log }, chats.role.bots, refusing)
  await writeToAll()
  await eventually(async () => shops.every(shop => arrived.has(shop.id)), 'every shop heard its customer')
  expect(refused).toBeGreaterThan(3)
  expect(warnings).toEqual([])
  await polling.stop()
})

test('polling removes an existing webhook', async () => {
  const [shop] = shops as [TestBot]
  await chats.machine.call(shop.token, 'setWebhook', { url: 'https://shop.example/hook' })
  const { arrived, inbox } = counter()
  const polling = startPolling(chats.app, chats.role.bots, inbox)
  await writeToAll()
  await eventually(async () => arrived.has(shop.id), 'the update came by polling')
  await polling.stop()
})

test('bots whose claim lost its response are polled after a second, not when their lease ends', async () => {
  const { arrived, inbox } = counter()
  let lost = 0
  const sql: typeof chats.app.sql = {
    ...chats.app.sql,
    async query(...asked: [never]) {
      const rows = await chats.app.sql.query(...asked)
      if (lost > 0 || rows.length === 0) return rows as never
      lost = rows.length
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    },
  }
  const polling = startPolling({ ...chats.app, sql }, chats.role.bots, inbox, { everyMs: 60_000 })
  await writeToAll()
  await eventually(async () => shops.every(shop => arrived.has(shop.id)), 'every shop heard its customer')
  expect(lost).toBeGreaterThanOrEqual(shops.length)
  await polling.stop()
})
