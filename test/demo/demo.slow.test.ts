import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { readPictures } from '../../src/catalog/pictures/read-pictures.ts'
import { Product } from '../../src/catalog/product.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { prepareDemo, writeDemo } from '../../src/demo/demo.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
const folder = mkdtempSync(path.join(tmpdir(), 'demo-'))

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

test('a second start changes nothing that the audit log would record', async () => {
  const file = path.join(folder, 'demo.json')
  const first = await prepareDemo(shop.app, file)
  writeDemo(file, first)
  const lines = () => shop.app.em('installation').count(AuditEntry)
  const before = await lines()
  expect(before).toBeGreaterThan(0)
  expect([first.account, first.second.account]).toEqual(['demo', 'second'])
  expect(await prepareDemo(shop.app, file)).toEqual(first)
  expect(await lines()).toBe(before)
})

test('the demo has a tumbler shipped by weight, and a toast without shipping', async () => {
  await prepareDemo(shop.app, path.join(folder, 'demo.json'))
  const em = shop.app.em({ accountId: shop.demo.accountId })
  const named = (key: string) => em.findOneOrFail(Product, { key }, { populate: ['variants'] })
  const [tumbler, toast] = [await named('tumbler'), await named('roti-bakar')]
  expect(tumbler.handovers).toEqual(['delivery', 'pickup'])
  expect(tumbler.variants[0]!.weightG).toBe(450)
  expect(await readPictures(em, tumbler)).toHaveLength(2)
  expect(toast.handovers).toEqual(['pickup', 'dine_in'])
  const rules = await em.findOneOrFail(ShopRules, { account: shop.demo.accountId })
  expect(rules.zones.map(({ name, perKg }) => [name, perKg])).toContainEqual(['Luar Jakarta', 12_000])
  expect([rules.tables, rules.pickupPlace]).toEqual([6, 'Jl. Melati 5, Menteng'])
})

test.each([
  ['files', ['Resep Kopi Rumahan.pdf'], ['Resep Kopi Rumahan (edisi lama).pdf']],
  ['contents', ['Rahasia racikan gula aren'], ['Sandi WiFi bulan lalu']],
  ['images', ['kopi-susu.webp'], ['menu-lama.webp']],
])('the demo has %s that are on, and one that is switched off', async (kind, on, off) => {
  const { api_key: key } = await prepareDemo(shop.app, path.join(folder, 'demo.json'))
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await shop.api(`/list-${kind}${query}`, { key })
    return body.data.map((item: { original_name?: string; title?: string }) => item.original_name ?? item.title)
  }
  const active = await listed('')
  expect(active).toEqual(expect.arrayContaining(on))
  const all = await listed('?active_only=false')
  expect(all.filter(name => !active.includes(name))).toEqual(off)
})
