import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { readOptions } from '../../src/catalog/options/read-options.ts'
import { Product } from '../../src/catalog/product.ts'
import { createVisitor, type Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

const catalog = `
categories: [{ key: minuman, name: Minuman }]
products:
  - key: latte
    category: minuman
    kind: physical
    name: Latte
    description: Espresso dan susu.
    asks: [note]
    handovers: [pickup]
    options:
      - key: susu
        name: Susu
        min: 1
        choices: [{ key: sapi, name: Sapi }, { key: oat, name: Oat, price: 8000 }]
    variants:
      - { key: kecil, name: Kecil, price: 22000, stock: 7, barcode: LATTE-K, cost: 9000, weight: 300 }
      - { key: besar, name: Besar, price: 27000, stock: unlimited, active: false }
`

let shop: WebShop
let owner: Visitor
let latte: string
const products = () =>
  shop.app
    .em(shop.demo)
    .find(Product, {}, { populate: ['variants.stocks.orderable', 'category'], orderBy: { id: 'asc' } })

beforeAll(async () => {
  shop = await createWebShop()
  await importCatalog(shop.app, { accountId: shop.demo.accountId, mode: 'test', ...commandActor }, catalog, '.')
  owner = await signInAs(shop)
  latte = (await products()).find(({ key }) => key === 'latte')!.publicId
})
afterAll(() => shop.close())

test('a product is duplicated with its texts, options and variants, hidden, and without stock and barcodes', async () => {
  const address = `/dashboard/catalog/${latte}`
  expect((await owner.get(address)).text).toContain('value="Latte (salinan)"')
  const answer = await owner.post(address, { act: 'duplicate', copy_name: 'Latte Gula Aren' })
  expect(answer.status).toBe(303)
  const all = await products()
  const [original, copy] = [all.find(({ publicId }) => publicId === latte)!, all.at(-1)!]
  expect(answer.location).toContain(copy.publicId)
  expect(copy).toMatchObject({ name: 'Latte Gula Aren', isActive: false, kind: 'physical' })
  expect(copy).toMatchObject({ description: 'Espresso dan susu.', asks: ['note'], handovers: ['pickup'] })
  expect(copy.category!.id).toBe(original.category!.id)
  expect(copy.key).not.toBe('latte')
  expect(copy.variants.$.map(one => [one.name, one.price, one.cost, one.weightG, one.barcode, one.isActive])).toEqual([
    ['Kecil', 22_000, 9_000, 300, null, true],
    ['Besar', 27_000, null, null, null, false],
  ])
  expect(copy.variants.$.map(one => one.available())).toEqual([0, null])
  expect(original.variants.$.map(one => one.available())).toEqual([7, null])
  const groups = await readOptions(shop.app.em(shop.demo), [copy.id])
  expect(
    groups
      .get(copy.id)!
      .map(({ name, choicesMin, options }) => [name, choicesMin, [...options].map(o => [o.name, o.price])]),
  ).toEqual([
    [
      'Susu',
      1,
      [
        ['Sapi', 0],
        ['Oat', 8_000],
      ],
    ],
  ])
  expect((await owner.get(answer.location!)).text).toContain('Latte Gula Aren')
})

test('a copy shares the pictures of the product, and removing one from the copy keeps it in the original', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const address = `/dashboard/catalog/${latte}`
  for (const name of ['1.png', '2.png']) {
    expect((await owner.upload(address, 'picture', { name, bytes: png })).status).toBe(303)
  }
  const { location } = await owner.post(address, { act: 'duplicate', copy_name: 'Latte Vanila' })
  const copy = location!.split('?')[0]!
  const pictures = async (page: string) =>
    [...(await owner.get(page)).text.matchAll(/name="picture" value="([\w-]{22})"/g)].map(([, key]) => key)
  const own = await pictures(copy)
  expect(new Set(own).size).toBe(2)
  await owner.post(copy, { act: 'unpicture', picture: own[0]! })
  expect(new Set(await pictures(copy)).size).toBe(1)
  expect(new Set(await pictures(address)).size).toBe(2)
})

test("only a member who may edit the catalogue duplicates their own account's product, under a new name", async () => {
  const address = `/dashboard/catalog/${latte}`
  const before = (await products()).length
  const reader = await signInAs(shop, { role: 'read_only' })
  expect((await reader.post(address, { act: 'duplicate', copy_name: 'Salinan' })).status).toBe(403)
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await stranger.post(address, { act: 'duplicate', copy_name: 'Salinan' })).status).toBe(404)
  expect((await createVisitor(shop).post(address, { act: 'duplicate', copy_name: 'Salinan' })).status).not.toBe(200)
  expect((await owner.post(address, { act: 'duplicate', copy_name: ' ' })).status).toBe(400)
  expect((await owner.post(address, { act: 'duplicate', copy_name: 'x'.repeat(101) })).status).toBe(400)
  expect(await products()).toHaveLength(before)
})

test('the list of the catalogue is filtered by category, and a row hides or shows its product', async () => {
  await owner.post('/dashboard/catalog/new', {
    act: 'create',
    name: 'Mug',
    price: '45000',
    kind: 'physical',
    mode: 'unlimited',
  })
  const named = async (query: string) =>
    [...(await owner.get(`/dashboard/catalog?${query}`)).text.matchAll(/<span><b>([^<]+)<\/b>/g)].map(
      ([, name]) => name,
    )
  expect(await named('')).toContain('Mug')
  expect(await named('category=Minuman')).toContain('Latte')
  expect(await named('category=Minuman')).not.toContain('Mug')
  expect(await named('category=Tidak+ada')).toEqual([])
  expect((await owner.post('/dashboard/catalog', { act: 'hide', product: latte })).status).toBe(303)
  expect(await named('shown=hidden&category=Minuman')).toContain('Latte')
  expect((await owner.post('/dashboard/catalog', { act: 'show', product: latte })).status).toBe(303)
  expect(await named('shown=active')).toContain('Latte')
  const reader = await signInAs(shop, { role: 'read_only' })
  expect((await reader.post('/dashboard/catalog', { act: 'hide', product: latte })).status).toBe(403)
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await stranger.post('/dashboard/catalog', { act: 'hide', product: latte })).status).toBe(404)
})
