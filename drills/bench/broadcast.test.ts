import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { draftBroadcast } from '../../src/modules/broadcasts/draft-broadcast.ts'
import { startBroadcast, stopBroadcast } from '../../src/modules/broadcasts/start-broadcast.ts'
import { type Chats, eventually, startChats } from '../../test/bot/chats.ts'
import { percentile } from './load.ts'
import { makeScreenPress, pressedShop } from './pressed-shop.ts'

// `npm test -- drills/bench/broadcast.test.ts`: how long customers who press through their order wait for the
// next screen, without and during a broadcast, in turns.
const size = Number(process.env.BROADCAST_SIZE ?? 10_000)
const rounds = Number(process.env.ROUNDS ?? 3)
const roundMs = 8_000
const customers = 10
const thinkMs = 200
const timesMax = 1.5
// The number of people that a round reaches. Others do not exist in the local Bot API, which would only report that.
const reached = 25 * Math.ceil((roundMs * 1.5) / 1000)

let chats: Chats
afterEach(() => chats.close())

test(`a broadcast to ${size} customers makes screens at most ${timesMax} times as slow, p99`, async () => {
  chats = await startChats({ updates: 'webhook', screens: { shop: [pressedShop], platform: [] } })
  const buyers = await Promise.all(Array.from({ length: customers }, () => chats.machine.startedPerson(chats.shop)))
  const readers: number[] = []
  for (let n = 0; n < reached; n++) readers.push(await chats.machine.startedPerson(chats.shop))
  await chats.settle()
  await addCustomers(readers, buyers)

  await pressFor(buyers, roundMs / 2)
  const waits = { without: [] as number[], beside: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    waits.without.push(...(await pressFor(buyers, roundMs)))
    const id = await beginBroadcast(round)
    waits.beside.push(...(await pressFor(buyers, roundMs)))
    expect(await sentBy(id)).toBeGreaterThan(0)
    await stopBroadcast(chats.app, [chats.accountId], id)
    await chats.settle()
  }

  const [without, beside] = [p99(waits.without), p99(waits.beside)]
  process.stdout.write(
    `p99 of ${waits.without.length} screens ${without.toFixed(0)} ms, beside a broadcast ${beside.toFixed(0)} ms\n`,
  )
  expect(beside).toBeLessThanOrEqual(without * timesMax)
}, 600_000)

async function addCustomers(readers: number[], buyers: number[]): Promise<void> {
  const { app, accountId } = chats
  const strangers = Array.from({ length: size - readers.length }, (_, n) => Math.max(...readers) + 1 + n)
  await app.sql.write(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, created_at)
     select $1, $2, id, id, 'Budi', $4 from unnest($3::bigint[]) as id on conflict do nothing`,
    [accountId, chats.shop.id, [...readers, ...strangers], app.now()],
  )
  // Their last message must be the screen that they wait for.
  await app.sql.write('update customer set promo_stopped_at = now() where telegram_user_id = any($1)', [buyers])
}

async function beginBroadcast(round: number): Promise<number> {
  const { app, accountId } = chats
  const draft = { botId: chats.shop.id, authorChatId: 9, text: 'Diskon', picture: null, once: `round ${round}` }
  const broadcastId = await draftBroadcast(app, [accountId], draft)
  await startBroadcast(app, [accountId], { broadcastId, segment: 'all' })
  return broadcastId
}

async function sentBy(id: number): Promise<number> {
  const [row] = await chats.app.sql.query<{ sent: number }>(
    "select count(*) as sent from broadcast_recipient where broadcast_id = $1 and state = 'sent'",
    [id],
  )
  return row!.sent
}

/**
 * Lets each person press for this time, with a short pause before each further press. Returns the times until the
 * screens appeared, in ms.
 */
async function pressFor(buyers: number[], forMs: number): Promise<number[]> {
  const until = performance.now() + forMs
  const waits: number[] = []
  await Promise.all(
    buyers.map(async buyer => {
      while (performance.now() < until) {
        const shown = (await chats.messages(buyer)).at(-1)
        const next = Number(/\d+/.exec(shown.text)?.[0] ?? 0) + 1
        const pressedAt = performance.now()
        await chats.press(buyer, shown.message_id, { data: makeScreenPress(next - 1) })
        await eventually(async () => (await chats.texts(buyer)).at(-1) === `Layar ${next}`, 'the next screen')
        waits.push(performance.now() - pressedAt)
        await pause(thinkMs)
      }
    }),
  )
  return waits
}

function p99(waits: number[]): number {
  return percentile(
    waits.toSorted((one, other) => one - other),
    0.99,
  )
}
