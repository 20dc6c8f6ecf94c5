import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { linkMerchant } from '../../src/notices/link-merchant.ts'
import { changeMember } from '../../src/people/change-member.ts'
import { createUser } from '../../src/people/create-user.ts'
import type { Role } from '../../src/people/membership.ts'
import { type Customer, eventually, openStore, type Store, textOf } from './store.ts'

let store: Store
let there: { bot: string }
let helper: Customer
let userId: number

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: mug, kind: physical, name: Cangkir, price: 60000, asks: [], stock: 50 }
`)
  const { accountId } = store.shop.demo
  const member = { accountId, role: 'support' as const }
  userId = (await createUser(store.shop.app, { username: 'tono', password: 'kopi susu gula aren', member })).id
  const { start } = await linkMerchant(store.shop.app, accountId, userId)
  helper = await store.person({ first_name: 'Tono' })
  await helper.say(`/start ${start}`, there)
  await helper.sees('terhubung dengan', there)
}, 60_000)

afterAll(async () => await store?.close())

const become = (role: Role | null) =>
  changeMember(store.shop.app, store.shop.demo.accountId, { userId, role }, commandActor)

async function orderOf(name: string): Promise<string> {
  const buyer = await store.person({ first_name: name })
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Beli sekarang')
  return /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
}

async function statusOf(number: string): Promise<string> {
  const [order] = await store.shop.app.sql.query<{ status: string }>(
    'select status from store_order where order_number = $1',
    [number],
  )
  return order!.status
}

/** Presses it, and waits until the chat contains another message with this text. */
async function refused(messageId: number, data: string, words: string): Promise<void> {
  const count = async () => (await helper.chat(store.platform)).filter(each => textOf(each).includes(words)).length
  const before = await count()
  await helper.pressData(messageId, data, there)
  await eventually(async () => ((await count()) > before ? true : undefined), words)
}

test('a text that is neither a command nor a button is answered with help', async () => {
  await helper.say('halo, pesanan tadi bagaimana?', there)
  await helper.sees('/bantuan', there)
  const before = (await helper.chat(store.platform)).length
  await store.control('messages', { bot: store.platform, from: helper.id, location: { latitude: 1, longitude: 2 } })
  await eventually(async () => (await helper.chat(store.platform)).length === before + 2 || undefined, 'an answer')
})

test('a role change takes effect at the next press, and a removed member can do and receive nothing', async () => {
  const first = await orderOf('Ayu')
  const card = await helper.sees(first, there)
  await become('read_only')
  await refused(card.message_id, `voidyes:${first}`, 'Peranmu')
  expect(await statusOf(first)).toBe('pending')
  await become('support')
  await helper.pressData(card.message_id, `voidyes:${first}`, there)
  await eventually(async () => ((await statusOf(first)) === 'cancelled' ? true : undefined), 'the cancelled order')

  await become(null)
  const second = await orderOf('Budi')
  await refused(card.message_id, `card:${first}`, 'tidak ditemukan')
  const [told] = await store.shop.app.sql.query<{ count: number }>(
    "select count(*) from notice where data ->> 'orderNumber' = $1 and kind like 'merchant.%'",
    [second],
  )
  expect(told!.count).toBe(0)
}, 60_000)

test('a member for orders cannot decide about money', async () => {
  await store.shop.app.sql.write(
    `insert into membership (account_id, user_id, role, created_at) values ($1, $2, 'support', now())`,
    [store.shop.demo.accountId, userId],
  )
  const [transfer] = await store.shop.app.sql.query<{ id: number }>(
    `insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, state, reason,
      received_at)
     select account_id, id, receiving_account_id, 'roles', 5000, 'review', 'unmatched', now() from connection
     where account_id = $1 and mode = 'test' order by id limit 1 returning id`,
    [store.shop.demo.accountId],
  )
  await helper.say('/uang', there)
  const inbox = await helper.sees('5.000', there)
  for (const verb of ['moneyask', 'moneyyes']) {
    await refused(inbox.message_id, `${verb}:${transfer!.id}:ignore`, 'Peranmu')
  }
  await become('finance')
  await helper.pressData(inbox.message_id, `moneyyes:${transfer!.id}:ignore`, there)
  await helper.sees('Uang diabaikan', there)
}, 60_000)
