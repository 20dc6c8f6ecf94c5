import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { decideApproval, listApprovals, setLimits } from '../../../src/modules/team/guard-act.ts'
import type { Permission } from '../../../src/modules/team/member-limit.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { type Customer, eventually, openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store
let there: { bot: string }
let helper: Customer
let userId: number
let messageId: number

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: mug, kind: physical, name: Cangkir, price: 60000, asks: [], stock: 5 }
`)
  const { accountId } = store.shop.demo
  const member = { accountId, role: 'support' as const }
  userId = (await createUser(store.shop.app, { username: 'tini', password: 'kopi susu gula aren', member })).id
  const { start } = await linkMerchant(store.shop.app, accountId, userId)
  helper = await store.person({ first_name: 'Tini' })
  await helper.say(`/start ${start}`, there)
  messageId = (await helper.sees('terhubung dengan', there)).message_id
}, 60_000)

afterAll(async () => await store?.close())

async function variant(): Promise<{ id: string; price: number }> {
  const [row] = await store.shop.app.sql.query<{ id: string; price: number }>(
    `select v.public_id as id, v.price from variant v join product p on p.id = v.product_id
     where p.account_id = $1 and p.name = 'Cangkir'`,
    [store.shop.demo.accountId],
  )
  return row!
}

const limit = (price: Permission) =>
  setLimits(
    store.shop.app,
    store.shop.demo.accountId,
    { userId, refund: 'yes', discount: 'yes', price, stock: 'yes', refundMax: null },
    commandActor,
  )

/** Types a price after pressing its button, and waits for one more message with these words. */
async function price(typed: string, words: string): Promise<void> {
  const count = async () => (await helper.chat(store.platform)).filter(each => textOf(each).includes(words)).length
  const before = await count()
  await helper.pressData(messageId, `price:${(await variant()).id}`, there)
  await helper.say(typed, there)
  await eventually(async () => ((await count()) > before ? true : undefined), words)
}

test('the limits of a member apply in the chat as on the pages', async () => {
  const { app, demo } = store.shop
  await limit('no')
  await price('1.000', 'belum boleh')
  await limit('ask')
  await price('2.000', 'perlu persetujuan pemilik')
  expect((await variant()).price).toBe(60_000)
  const [request] = await listApprovals(app, demo.accountId)
  expect(request).toMatchObject({ kind: 'price', subject: expect.stringContaining('/dashboard/catalog/') })
  await decideApproval(app, demo.accountId, { id: request!.id, isApproved: true }, commandActor)
  await price('3.000', 'Cangkir')
  await expect.poll(async () => (await variant()).price).toBe(3_000)
}, 60_000)

test("a request for approval reaches the owners' chats with a button that opens it, but no member's chat", async () => {
  const { app, demo } = store.shop
  const member = { accountId: demo.accountId, role: 'owner' as const }
  const { id } = await createUser(app, { username: 'bu-tini', password: 'kopi susu gula aren', member })
  const { start } = await linkMerchant(app, demo.accountId, id)
  const boss = await store.person({ first_name: 'Bu Tini' })
  await boss.say(`/start ${start}`, there)
  await boss.sees('terhubung dengan', there)
  await limit('ask')
  await price('4.000', 'perlu persetujuan pemilik')
  const notice = await boss.sees('tini minta persetujuanmu', there)
  expect(textOf(notice)).toContain('Mengubah barang dan harga')
  expect(JSON.stringify(notice)).toMatch(/\/dashboard\/team\/limits#approval-\d+/)
  const own = (await helper.chat(store.platform)).map(textOf)
  expect(own.filter(text => text.includes('minta persetujuanmu'))).toEqual([])
})
