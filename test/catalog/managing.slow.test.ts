import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor, type ModeActor } from '../../src/accounts/audit.ts'
import { addProduct } from '../../src/catalog/add-product.ts'
import { addVariant } from '../../src/catalog/add-variant.ts'
import { findCatalogProduct } from '../../src/catalog/find-catalog-product.ts'
import { listCatalog } from '../../src/catalog/list-catalog.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { changePictures } from '../../src/catalog/pictures/change-pictures.ts'
import { readPictures } from '../../src/catalog/pictures/read-pictures.ts'
import { saveProduct } from '../../src/catalog/saving/save-product.ts'
import { setProductPicture } from '../../src/catalog/set-product-picture.ts'
import { addFile } from '../../src/goods/add-file.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { stockFaults } from '../orders/store.ts'

let shop: TestShop
let own: ModeActor
let other: ModeActor

beforeAll(async () => {
  shop = await createTestShop()
  own = { accountId: shop.demo.accountId, mode: 'test', ...commandActor }
  other = { accountId: shop.second.accountId, mode: 'test', ...commandActor }
})
afterAll(() => shop.close())

const mug = { name: 'Mug', kind: 'physical' as const, description: 'Muat 300 ml' }
const counter = (count: number) => ({ price: 45_000, stock: { mode: 'counter' as const, count } })

test('a new product is on sale with its first price and stock, and only its seller finds it', async () => {
  const id = await addProduct(shop.app, own, { ...mug, variant: counter(3) })
  const { product } = await findCatalogProduct(shop.app, own, id)
  expect(product).toMatchObject({ name: 'Mug', kind: 'physical', isActive: true, asks: ['phone', 'address'] })
  const [only, ...others] = product.variants.$
  expect(only).toMatchObject({ name: '', price: 45_000, stockMode: 'counter' })
  expect([only!.available(), others]).toEqual([3, []])
  await expect(findCatalogProduct(shop.app, other, id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await listCatalog(shop.app, other, { page: 1 })).total).toBe(0)
  expect(await stockFaults(shop.app)).toEqual([])
})

test('a variant is added under its own name, and changes apply to later orders', async () => {
  const id = await addProduct(shop.app, own, { ...mug, name: 'Kaos', variant: counter(0) })
  await expect(addVariant(shop.app, own, id, { name: '', ...counter(1) })).rejects.toMatchObject({
    fields: [{ path: 'name' }],
  })
  const large = await addVariant(shop.app, own, id, { name: 'Besar', ...counter(7) })
  await expect(addVariant(shop.app, other, id, { name: 'X', ...counter(1) })).rejects.toMatchObject({
    code: 'not_found',
  })
  const xl = { variantId: large, name: 'XL', price: 60_000, isActive: false }
  const saved = { ...mug, name: 'Kaos', asks: [], category: '', isActive: true, variants: [xl] }
  await saveProduct(shop.app, own, id, saved)
  await expect(saveProduct(shop.app, other, id, saved)).rejects.toMatchObject({ code: 'not_found' })
  // It is a variant of another product, so nothing of the page is saved.
  const mugId = await addProduct(shop.app, own, { ...mug, variant: counter(1) })
  await expect(saveProduct(shop.app, own, mugId, saved)).rejects.toMatchObject({ code: 'not_found' })
  expect((await findCatalogProduct(shop.app, own, mugId)).product.name).toBe('Mug')
  const { product } = await findCatalogProduct(shop.app, own, id)
  expect(product.variants.$.map(each => [each.name, each.price, each.isActive, each.available()])).toEqual([
    ['', 45_000, true, 0],
    ['XL', 60_000, false, 7],
  ])
})

test('only digital goods are sent in the chat, and only files of the same account', async () => {
  const serial = { price: 20_000, stock: { mode: 'serial' as const, lines: 'AAA\n\nBBB\nAAA\n' } }
  await expect(addProduct(shop.app, own, { ...mug, variant: serial })).rejects.toMatchObject({
    fields: [{ path: 'stock' }],
  })
  const id = await addProduct(shop.app, own, { ...mug, kind: 'digital', name: 'Token', variant: serial })
  expect((await findCatalogProduct(shop.app, own, id)).product.variants.$[0]!.available()).toBe(2)
  const change = { ...mug, name: 'Token', asks: [], category: '', isActive: true, variants: [] }
  await expect(saveProduct(shop.app, own, id, change)).rejects.toMatchObject({ fields: [{ path: 'kind' }] })
  const fileId = await addFile(shop.app, other.accountId, { name: 'lain.pdf', bytes: Buffer.from('x') })
  const file = { name: 'Buku', price: 10_000, stock: { mode: 'file' as const, fileId } }
  await expect(addVariant(shop.app, own, id, file)).rejects.toMatchObject({ fields: [{ path: 'file' }] })
  const mine = await addFile(shop.app, own.accountId, { name: 'buku.pdf', bytes: Buffer.from('x') })
  await addVariant(shop.app, own, id, { ...file, stock: { mode: 'file', fileId: mine } })
  const [, book] = (await findCatalogProduct(shop.app, own, id)).product.variants.$
  expect([book!.goodsTitle(), book!.available()]).toEqual(['buku.pdf', null])
  expect(await stockFaults(shop.app)).toEqual([])
})

test('a category of one name is created once, and products are found by search with their stock', async () => {
  const ids = [
    await addProduct(shop.app, own, { ...mug, name: 'Teh 100% asli', variant: counter(2) }),
    await addProduct(shop.app, own, { ...mug, name: 'Teh lain', variant: counter(0) }),
  ]
  for (const [index, id] of ids.entries()) {
    const tea = { ...mug, name: `Teh no ${index}`, asks: ['note' as const], category: 'Minuman <b>' }
    await saveProduct(shop.app, own, id, { ...tea, isActive: true, variants: [] })
  }
  const counted = await shop.app.sql.query<{ count: number }>(
    `select count(*)::int as count from category where name = 'Minuman <b>'`,
  )
  expect(counted[0]!.count).toBe(1)
  const found = await listCatalog(shop.app, own, { search: 'teh NO 0', page: 1 })
  expect(found.items.map(one => [one.category?.name, one.priceMin(), one.priceMax(), one.available()])).toEqual([
    ['Minuman <b>', 45_000, 45_000, 2],
  ])
  expect((await listCatalog(shop.app, own, { search: '100%', page: 1 })).total).toBe(0)
  expect((await listCatalog(shop.app, own, { search: 'h_', page: 1 })).total).toBe(0)
})

test('a picture is re-encoded, shown to customers, and removed', async () => {
  const id = await addProduct(shop.app, own, { ...mug, name: 'Bergambar', variant: counter(2) })
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await setProductPicture(shop.app, own, id, { name: 'mug.png', bytes })
  expect((await findCatalogProduct(shop.app, own, id)).product.image).toMatchObject({ width: 40, height: 30 })
  const shown = await listProducts(shop.app, own, { pageSize: 100 })
  expect(shown.items.find(one => one.publicId === id)!.image).not.toBeNull()
  await expect(
    setProductPicture(shop.app, own, id, { name: 'x.svg', bytes: Buffer.from('<svg>') }),
  ).rejects.toMatchObject({ code: 'invalid_image' })
  await expect(setProductPicture(shop.app, other, id, { name: 'mug.png', bytes })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { product } = await findCatalogProduct(shop.app, own, id)
  await changePictures(shop.app, own, id, { drop: product.image!.storageKey })
  expect((await findCatalogProduct(shop.app, own, id)).product.image).toBeNull()
})

describe('the pictures of a product', () => {
  const square = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const namesOf = async (id: string) => {
    const { product } = await findCatalogProduct(shop.app, own, id)
    return (await readPictures(shop.app.em(own), product)).map(({ originalName }) => originalName)
  }
  const keysOf = async (id: string) => {
    const { product } = await findCatalogProduct(shop.app, own, id)
    return (await readPictures(shop.app.em(own), product)).map(({ storageKey }) => storageKey)
  }

  test('pictures of a product keep their order, and customers see the first', async () => {
    const id = await addProduct(shop.app, own, { ...mug, name: 'Beberapa', variant: counter(2) })
    for (const name of ['a.png', 'b.png', 'c.png']) {
      await changePictures(shop.app, own, id, { add: { name, bytes: await square('red') } })
    }
    expect(await namesOf(id)).toEqual(['a.png', 'b.png', 'c.png'])
    await changePictures(shop.app, own, id, { raise: (await keysOf(id))[2]! })
    await changePictures(shop.app, own, id, { raise: (await keysOf(id))[1]! })
    expect(await namesOf(id)).toEqual(['c.png', 'a.png', 'b.png'])
    expect((await findCatalogProduct(shop.app, own, id)).product.image!.originalName).toBe('c.png')
    await changePictures(shop.app, own, id, { raise: (await keysOf(id))[0]! })
    await changePictures(shop.app, own, id, { drop: (await keysOf(id))[0]! })
    expect(await namesOf(id)).toEqual(['a.png', 'b.png'])
    await setProductPicture(shop.app, own, id, { name: 'd.png', bytes: await square('blue') })
    expect(await namesOf(id)).toEqual(['d.png', 'b.png'])
  })

  test('a product has at most ten pictures, even if several are added at once', async () => {
    const id = await addProduct(shop.app, own, { ...mug, name: 'Banyak', variant: counter(2) })
    const bytes = await square('green')
    const sent = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => changePictures(shop.app, own, id, { add: { name: `${at}.png`, bytes } })),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refused = sent.find(one => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'invalid_request', fields: [{ path: 'image', code: 'too_many' }] })
    expect(await keysOf(id)).toHaveLength(10)
  })

  test('pictures cannot be changed by another account, nor by the key of another product', async () => {
    const id = await addProduct(shop.app, own, { ...mug, name: 'Sendiri', variant: counter(2) })
    const bytes = await square('black')
    await changePictures(shop.app, own, id, { add: { name: 'a.png', bytes } })
    const [key] = await keysOf(id)
    const refused = { code: 'not_found' }
    await expect(changePictures(shop.app, other, id, { drop: key! })).rejects.toMatchObject(refused)
    await expect(changePictures(shop.app, other, id, { add: { name: 'x.png', bytes } })).rejects.toMatchObject(refused)
    await expect(changePictures(shop.app, own, id, { raise: 'A'.repeat(22) })).rejects.toMatchObject(refused)
  })
})
