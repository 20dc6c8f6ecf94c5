import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStall } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let support: Visitor
let finance: Visitor
const path = '/dashboard/catalog'

beforeAll(async () => {
  shop = await createWebShop()
  support = await signInAs(shop, { role: 'support' })
  finance = await signInAs(shop, { role: 'finance' })
  await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

test('permitted members download the catalogue as a file that imports without changes', async () => {
  const { status, text } = await support.get('/dashboard/catalog.yaml')
  expect([status, text.startsWith('exported: ')]).toEqual([200, true])
  const found = async () => (await support.get(`${path}?search=mug`)).text.split('</main>')[0]
  const before = await found()
  const brought = await support.upload(`${path}/import`, 'import', { name: 'demo.yaml', bytes: Buffer.from(text) })
  expect(brought.status).toBe(303)
  expect(await found()).toBe(before)
  expect((await finance.get('/dashboard/catalog.yaml')).status).toBe(403)
})

test('a table is previewed first, and saved by the button below without choosing it again', async () => {
  const bytes = Buffer.from('nama;harga;stok\nPisang goreng;8.000;12\n')
  const looked = await support.upload(`${path}/import`, 'look', { name: 'menu.csv', bytes })
  expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('Pisang goreng')])
  expect((await support.get(`${path}?search=pisang`)).text).not.toContain('Pisang goreng')
  const brought = /name="brought" value="([^"]+)"/.exec(looked.text)![1]!
  const saved = await support.post(`${path}/import?act=import`, { act: 'import', file_name: 'menu.csv', brought })
  expect([saved.status, saved.location]).toEqual([303, expect.stringContaining(path)])
  expect((await support.get(`${path}?search=pisang`)).text).toContain('Pisang goreng')
  const csv = await support.get('/dashboard/catalog.csv')
  expect([csv.status, csv.text.includes('Pisang goreng,,8000,12,')]).toEqual([200, true])
  const wrong = Buffer.from('nama;harga\nPisang goreng;mahal\n')
  const refused = await support.upload(`${path}/import`, 'look', { name: 'menu.csv', bytes: wrong })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Baris 2, kolom B: harga:')])
})

test('a file is imported completely, or refused with every mistake by its line', async () => {
  const good = 'products:\n  - { key: roti, kind: physical, name: Roti bakar, price: 12000, stock: 8 }\n'
  expect((await support.upload(`${path}/import`, 'import', { name: 'k.yaml', bytes: Buffer.from(good) })).status).toBe(
    303,
  )
  expect((await support.get(`${path}?search=Roti`)).text).toContain('sisa 8')
  const bad = `${good}  - { key: dua, kind: physical, name: Zebra, price: -1, stock: 1 }
  - { key: tiga, kind: physical, name: Tiga, price: 5000, stock: 1, picture: ../../etc/passwd }
`
  const refused = await support.upload(`${path}/import`, 'import', { name: 'k.yaml', bytes: Buffer.from(bad) })
  expect(refused.status).toBe(400)
  expect(refused.text).toMatch(/Baris 3: products\.2\.price: Paling sedikit 1\./)
  expect(refused.text).toMatch(/Baris 4: .*passwd: Tidak ditemukan\./)
  expect((await support.get(`${path}?search=Zebra`)).text).toContain('Tidak ada produk yang cocok')
})
