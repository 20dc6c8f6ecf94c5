import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBot } from '../../bot/bots/add-bot.ts'
import { eventually, openStore, type Store } from './store.ts'

const peopleCount = 8

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.sell('products:\n  - { key: teh, kind: physical, name: Teh, price: 15000, stock: unlimited }\n')
}, 60_000)
afterAll(() => store.close())

async function count(sql: string): Promise<number> {
  const [row] = await store.shop.app.sql.query<{ count: number }>(`select count(*)::int as count ${sql}`, [store.bot])
  return row!.count
}
const waiting = () => count("from inbox where bot_id = (select id from bot where username = $1) and state = 'received'")
const revoked = () => count("from bot where username = $1 and state = 'revoked'")

async function renewToken(): Promise<void> {
  const { token } = (await store.control('tokens', { bot: store.bot })) as { token: string }
  const { accountId, mode } = store.shop.demo
  await addBot(store.shop.app, { token, accountId, mode })
}

test("everyone who wrote while the bot's token was refused is answered once it has a new one", async () => {
  const people = await Promise.all(Array.from({ length: peopleCount }, () => store.person()))
  await store.control('faults', { method: 'sendMessage', error_code: 401, description: 'Unauthorized' })
  await Promise.all(people.map(person => person.say('/start')))
  await eventually(async () => ((await revoked()) === 1 ? true : undefined), 'a bot that rests')
  expect(await waiting()).toBeGreaterThan(0)
  await store.control('faults', { method: 'sendMessage', off: true })
  await renewToken()
  await Promise.all(people.map(person => person.sees('Beli sekarang').catch(() => person.sees('Teh'))))
  await eventually(async () => ((await waiting()) === 0 ? true : undefined), 'no update that waits')
}, 90_000)

test('replacing a token repeatedly while customers write loses and duplicates no answer', async () => {
  const people = await Promise.all(Array.from({ length: peopleCount }, () => store.person()))
  for (let round = 0; round < 3; round++) {
    await Promise.all([renewToken(), ...people.map(person => person.say('/start'))])
    await eventually(async () => ((await waiting()) === 0 ? true : undefined), 'no update that waits')
  }
  expect(await count("from inbox where bot_id = (select id from bot where username = $1) and state = 'dead'")).toBe(0)
  expect(await revoked()).toBe(0)
}, 90_000)
