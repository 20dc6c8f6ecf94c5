import type { Update } from 'grammy/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBots } from '../../../bot/bots/bots.ts'
import { ChatRuns } from '../../../bot/inbox/chat-runs.ts'
import { markUpdateDone, storeUpdates } from '../../../bot/inbox/inbox-sql.ts'
import { withOutage } from '../../kit/outage.ts'
import { type Chats, startChats } from '../chats.ts'

let chats: Chats
let other: { id: number }
let updates = 0

beforeAll(async () => {
  chats = await startChats({ screens: { shop: [], platform: [] }, isStarted: false })
  other = await chats.addShop('lain')
})
afterAll(() => chats.close())

const words = (person: number, text = 'kopi'): Update =>
  ({
    update_id: ++updates,
    message: { message_id: 1, date: 1_790_000_000, chat: { id: person, type: 'private' }, text },
  }) as Update

/** Stores an update of each person simultaneously, and returns the leases. */
async function arrive(people: number[]) {
  const brought = people.map(person => ({ person, update: words(person) }))
  const stored = await Promise.all(brought.map(({ update }) => storeUpdates(chats.app, chats.shop.id, [update])))
  return brought.map(({ person, update }, at) => ({
    update,
    chat: { botId: chats.shop.id, personId: person, token: stored[at]![0]!.token! },
    waiting: { payload: update, attempts: 0, age: 0, form: null },
  }))
}

async function formOf(personId: number): Promise<unknown> {
  const rows = await chats.app.sql.query<{ state: unknown }>('select state from form where person_id = $1', [personId])
  return rows[0]?.state
}

test('simultaneous updates are stored for their own bot and user, and each chat has its own lease', async () => {
  const [mine, theirs, next] = [words(1), words(1), words(2)]
  const [[one], [two], ...twice] = await Promise.all([
    storeUpdates(chats.app, chats.shop.id, [mine]),
    storeUpdates(chats.app, other.id, [theirs]),
    storeUpdates(chats.app, chats.shop.id, [next]),
    storeUpdates(chats.app, chats.shop.id, [next]),
  ])
  const stored = [one!, two!, ...twice.flat()]
  expect(stored.map(({ first }) => first)).toEqual([mine.update_id, theirs.update_id, next.update_id])
  expect(new Set(stored.map(({ token }) => token)).size).toBe(3)
  expect(stored.map(({ isNext }) => isNext)).toEqual([true, true, true])
})

test('updates that finish together keep each form, and claim the next update of the same chat', async () => {
  const [ana, budi, cici] = await arrive([11, 12, 13])
  const second = words(11)
  expect(await storeUpdates(chats.app, chats.shop.id, [second])).toMatchObject([{ token: null, isNext: false }])
  const ended = await Promise.allSettled([
    markUpdateDone(chats.app, ana!.chat, ana!.waiting, { step: 'ana' }),
    markUpdateDone(chats.app, budi!.chat, budi!.waiting, { step: 'budi' }),
    markUpdateDone(chats.app, { ...cici!.chat, token: ana!.chat.token }, cici!.waiting, { step: 'cici' }),
  ])
  expect(ended).toMatchObject([
    { value: { payload: { update_id: second.update_id }, form: { step: 'ana' } } },
    { value: undefined },
    { reason: { message: 'the lease of a chat ran out while an update was handled' } },
  ])
  expect(await Promise.all([11, 12, 13].map(formOf))).toEqual([{ step: 'ana' }, { step: 'budi' }, undefined])
  await Promise.all([
    markUpdateDone(chats.app, ana!.chat, { ...ana!.waiting, payload: second }, null),
    markUpdateDone(chats.app, cici!.chat, cici!.waiting, undefined),
  ])
  expect(await Promise.all([11, 12].map(formOf))).toEqual([undefined, { step: 'budi' }])
  const left = await chats.app.sql.query('select 1 from chat_lease where person_id between 11 and 13')
  expect(left).toEqual([])
})

test('a locked lease of one chat delays no other chat that finishes at the same time', async () => {
  const all = await arrive([21, 22, 23])
  const order: number[] = []
  await chats.app.transaction('shared', async tx => {
    await tx.query('select 1 from chat_lease where person_id = 21 for update')
    const endings = all.map(async ({ chat, waiting }) => {
      await markUpdateDone(chats.app, chat, waiting, undefined)
      order.push(chat.personId)
    })
    await Promise.all(endings.slice(1))
    void Promise.all(endings)
  })
  await expect.poll(() => order.at(-1)).toBe(21)
})

test('simultaneous updates share one look-up of their bot, and a failed look-up is not cached', async () => {
  const { app, shop } = chats
  let looks = 0
  const query = async (...asked: never[]) => {
    if (++looks === 1) throw new Error('away')
    return app.sql.query(...(asked as unknown as Parameters<typeof app.sql.query>))
  }
  const bots = createBots({ ...app, sql: { ...app.sql, query: query as never } })
  await expect(Promise.all([bots.byId(shop.id), bots.byId(shop.id)])).rejects.toThrow('away')
  const found = await Promise.all(Array.from({ length: 5 }, () => bots.byId(shop.id)))
  expect(found.map(bot => bot?.id)).toEqual(Array.from({ length: 5 }, () => shop.id))
  expect(looks).toBe(2)
})

test('an update that was being handled when PostgreSQL went away is handled once', async () => {
  const outage = withOutage(chats.app)
  const ask: typeof chats.app.ask = async (...asked) => {
    await outage.app.sql.query('select 1')
    return chats.app.ask(...asked)
  }
  const handled: number[] = []
  const bots = createBots(chats.app)
  const runs = new ChatRuns({ ...outage.app, ask }, bots, { end: () => {} } as never, async (_, update) => {
    handled.push(update.update_id)
    outage.refuse(2)
    return undefined
  })
  const [ana] = await arrive([31])
  await runs.run({ botId: chats.shop.id, personId: 31 }, ana!.chat.token, ana!.waiting)
  await runs.stop()
  expect([handled, outage.left()]).toEqual([[ana!.update.update_id], 0])
  const [row] = await chats.app.sql.query('select state from inbox where update_id = $1', [ana!.update.update_id])
  expect(row).toEqual({ state: 'done' })
})
