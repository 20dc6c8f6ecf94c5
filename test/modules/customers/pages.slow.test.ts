import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

/** These pages use an empty replica, as if it lagged: cards are filed when they are viewed. */
let behind: TestDatabase
let shop: WebShop
let stall: Stall
let owner: Visitor

beforeAll(async () => {
  behind = await createTestDatabase()
  const settings = {
    DATABASE_URL: 'postgres://warung@primary/warung',
    DATABASE_READ_URL: 'postgres://warung@replica/warung',
  }
  shop = await createWebShop({}, {}, { settings, parts: { slowly: behind.slowly } })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  owner = await signInAs(shop)
})
afterAll(async () => {
  await shop.close()
  await behind.drop()
})

const drawName = (first: string) => `${first} ${randomInt(100_000, 1_000_000)}`

/** Loads a page as a visitor who made no changes recently. */
async function look(path: string, visitor = owner): Promise<string> {
  visitor.cookies.delete('warung-changed')
  const { status, text } = await visitor.get(path)
  expect(status, path).toBe(200)
  return text
}

/** Creates a paid order of a new person in the chat. Returns the address of their card from the list. */
async function cardOfOrder(name: string): Promise<{ path: string; orderNumber: string }> {
  const { order, payment } = await invoice(stall, await newCustomer(stall, name), { mug: 1 })
  await pay(stall, payment.invoiceId)
  return { path: await findPath(order.orderNumber), orderNumber: order.orderNumber }
}

async function findPath(search: string): Promise<string> {
  const found = await look(`/dashboard/people?search=${encodeURIComponent(search)}`)
  const paths = [...new Set(found.match(/\/dashboard\/people\/\d+/g))]
  expect(paths, search).toHaveLength(1)
  return paths[0]!
}

const idOf = (path: string) => path.split('/').at(-1)!

test('a customer appears in the list, and has a page, right after their order', async () => {
  const name = drawName('Lina')
  const { path, orderNumber } = await cardOfOrder(name)
  const text = await look(path)
  expect(text).toContain(name)
  expect(text).toContain(`/dashboard/orders/${orderNumber}`)
  expect(await look('/dashboard/people')).toContain(`href="${path}"`)
})

test('a note, tags and addresses are saved, found by tag, and refused if they are too long', async () => {
  const name = drawName('Mira')
  const { path } = await cardOfOrder(name)
  const tag = `grosir${randomInt(100_000, 1_000_000)}`
  const note = drawName('Alergi kacang')
  const change = { act: 'change', note, tags: `${tag}, ,${tag} , langganan`, addresses: 'Jl. Mawar 3\n\nJl. Melati 4' }
  expect((await owner.post(path, change)).status).toBe(303)
  const text = await look(path)
  for (const part of [note, `value="${tag}, langganan"`, 'Jl. Mawar 3\nJl. Melati 4</textarea>'])
    expect(text).toContain(part)
  expect(await findPath(tag)).toBe(path)
  for (const wrong of [{ note: 'x'.repeat(2001) }, { tags: 'x'.repeat(31) }, { addresses: 'x'.repeat(501) }]) {
    const refused = await owner.post(path, { ...change, ...wrong })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('aria-invalid="true"')
    expect(refused.text).toContain('x'.repeat(31))
  }
  expect(await look(path)).toContain(note)
})

test('two cards are merged after a question that names both, and split again', async () => {
  const [name, other] = [drawName('Nia'), drawName('Nia lama')]
  const [into, from] = [await cardOfOrder(name), await cardOfOrder(other)]
  const merge = { act: 'merge', other: idOf(from.path) }
  const question = await owner.post(into.path, merge)
  expect(question.text).toContain(`Gabung ${other} ke ${name}?`)
  expect((await confirmed(owner, into.path, merge)).status).toBe(303)
  expect((await owner.get(from.path)).status).toBe(404)
  const merged = await look(into.path)
  for (const { orderNumber } of [into, from]) expect(merged).toContain(orderNumber)

  for (const wrong of [idOf(into.path), '999999', 'x']) {
    const refused = await confirmed(owner, into.path, { act: 'merge', other: wrong })
    expect([wrong, refused.status]).toEqual([wrong, wrong === '999999' ? 404 : 400])
  }
  const keys = [...merged.matchAll(/name="key" value="([^"]*)"/g)].map(([, key]) => key!)
  expect(keys).toHaveLength(2)
  const split = { act: 'split', key: keys[1]! }
  expect((await owner.post(into.path, split)).text).toContain('Pisahkan ke kartu sendiri?')
  const { location } = await confirmed(owner, into.path, split)
  const own = location!.split('?')[0]!
  expect(own).toMatch(/\/dashboard\/people\/\d+$/)
  expect(await look(own)).toContain(from.orderNumber)
  expect(await look(into.path)).not.toContain(from.orderNumber)
})

test('members with permission download and delete data, once no order is open', async () => {
  const name = drawName('Oki')
  const { path, orderNumber } = await cardOfOrder(name)
  const data = await owner.get(`/dashboard/person-data?card=${idOf(path)}`)
  expect(data.headers.get('content-disposition')).toContain('attachment')
  expect(JSON.parse(data.text)).toMatchObject({ card: { name }, orders: [{ order_number: orderNumber }] })
  const cashier = await signInAs(shop, { role: 'read_only' })
  expect(await look(path, cashier)).not.toContain('value="erase"')
  for (const act of ['change', 'merge', 'split', 'erase']) expect((await cashier.post(path, { act })).status).toBe(403)
  expect((await cashier.get(`/dashboard/person-data?card=${idOf(path)}`)).status).toBe(403)

  const question = await owner.post(path, { act: 'erase' })
  expect(question.text).toContain(`Hapus data ${name}?`)
  expect(question.text).toContain('Nominal, waktu, dan nomor pesanan tetap ada')
  const refused = await confirmed(owner, path, { act: 'erase' })
  expect(refused.text).toContain('role="alert"')
  expect(await look(path)).toContain(name)
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'completed', notify: false })
  expect((await confirmed(owner, path, { act: 'erase' })).status).toBe(303)
  const erased = await look(path)
  expect(erased).not.toContain(name)
  expect(erased).toContain('Data dihapus')
  expect(erased).toContain(orderNumber)
  expect(erased).not.toContain('value="erase"')
})
