import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { countProducts } from '../../src/catalog/count-products.ts'
import { findProduct } from '../../src/catalog/find-product.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { listCategories } from '../../src/catalog/list-categories.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { readOptions } from '../../src/catalog/options/read-options.ts'
import { Product } from '../../src/catalog/product.ts'
import { searchProducts } from '../../src/catalog/search-products.ts'
import { createGoodsStore } from '../../src/goods/create-goods-store.ts'
import { findFile, findImage } from '../../src/goods/find-goods.ts'
import { silentLog } from '../../src/lib/log.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import type { App } from '../../src/needs.ts'
import { createImageReader } from '../../src/qris/read-image.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { slots } from '../kit/parts.ts'

const demoFolder = path.join(import.meta.dirname, '../../src/catalog/demo')
const demoFile = await fs.readFile(path.join(demoFolder, 'catalog.yaml'), 'utf8')

let database: TestDatabase
let app: App
let folder: string
let accountId: number
let accounts = 0

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'warung-catalog-')))
  app = {
    ...database,
    log: silentLog,
    now: () => new Date(),
    reactions: {},
    slots,
    goods: createGoodsStore({ dataDir: path.join(folder, 'data'), bucket: undefined }, silentLog),
    images: createImageReader({ bytesMax: 100_000, pixelsMax: 1_000_000 }),
    config: { dataDir: path.join(folder, 'data'), limits: { imageBytesMax: 100_000, imagePixelsMax: 1_000_000 } },
  } as unknown as App
})

afterAll(async () => {
  await app.images.close()
  await database.drop()
  await fs.rm(folder, { recursive: true })
})

beforeEach(async () => {
  const rows = await app.sql.query<{ id: number }>(
    'insert into account (name, display_name) values ($1, $1) returning id',
    [`shop-${++accounts}`],
  )
  accountId = rows[0]!.id
})

async function beside(name: string, bytes: string | Buffer): Promise<void> {
  await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true })
  await fs.writeFile(path.join(folder, name), bytes)
}

const inTest = (accountId: number) => ({ accountId, mode: 'test' as const })

const load = (text: string) => importCatalog(app, { accountId, mode: 'test', ...commandActor }, text, folder)

async function mistakes(text: string): Promise<string[]> {
  const error = await load(text).catch(refused => refused)
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).fields!.map(({ path, error }) => `${path}: ${error}`)
}

async function rows(): Promise<unknown> {
  const tables = [
    'category',
    'product',
    'variant',
    'stock',
    'stock_change',
    'stock_unit',
    'product_image',
    'digital_file',
    'hidden_content',
  ]
  return Promise.all(
    tables.map(table => app.sql.query(`select * from ${table} where account_id = $1 order by 1`, [accountId])),
  )
}

describe('the demo catalogue', () => {
  let demoAccount: number

  beforeAll(async () => {
    const rows = await app.sql.query<{ id: number }>(
      `insert into account (name, display_name) values ('demo', 'Demo') returning id`,
    )
    demoAccount = rows[0]!.id
    await importCatalog(app, { accountId: demoAccount, mode: 'test', ...commandActor }, demoFile, demoFolder)
  })

  test('importing the demo catalogue twice changes nothing the second time', async () => {
    const first = await importCatalog(app, { accountId, mode: 'test', ...commandActor }, demoFile, demoFolder)
    expect(first).toMatchObject({
      categories: { created: 9, changed: 0 },
      products: { created: 12 },
      serials: { added: 224, repeated: [] },
    })
    const before = await rows()
    const stored = await fs.readdir(app.config.dataDir, { recursive: true })
    const again = await importCatalog(app, { accountId, mode: 'test', ...commandActor }, demoFile, demoFolder)
    expect(again).toEqual({
      categories: { created: 0, changed: 0, unchanged: 9 },
      products: { created: 0, changed: 0, unchanged: 12 },
      variants: { created: 0, changed: 0, unchanged: 14 },
      serials: { added: 0, known: 224, repeated: [] },
      changes: [],
    })
    expect(await rows()).toEqual(before)
    expect(await fs.readdir(app.config.dataDir, { recursive: true })).toEqual(stored)
  })

  test('the demo catalogue has every kind of product and stock, at prices from 1,000 to 150,000', async () => {
    const seen = await app.sql.query<{
      kinds: string[]
      modes: string[]
      least: number
      most: number
      pictures: number
    }>(
      `select array_agg(distinct p.kind order by p.kind) as kinds, array_agg(distinct v.stock_mode
        order by v.stock_mode) as modes,
         min(v.price) as least, max(v.price) as most, count(distinct p.image_id) as pictures
       from product p join variant v on v.product_id = p.id where p.account_id = $1`,
      [demoAccount],
    )
    expect(seen[0]).toEqual({
      kinds: ['digital', 'physical', 'service'],
      modes: ['content', 'counter', 'file', 'serial', 'unlimited'],
      least: 1000,
      most: 150_000,
      pictures: 12,
    })
  })

  test('every description that mentions a note makes the product require one', async () => {
    const noted = await app.sql.query<{ key: string; asks: string[] }>(
      `select key, asks from product where account_id = $1 and description ilike '%catatan%' order by key`,
      [demoAccount],
    )
    expect(noted.map(({ key }) => key)).toEqual(['biji-gayo', 'kopi-hitam'])
    for (const { asks } of noted) expect(asks).toContain('note')
  })

  test('the demo catalogue is browsed by two levels of categories and by pages', async () => {
    const top = await listCategories(app, demoAccount)
    expect(top.map(({ category, productCount, childCount }) => [category.name, productCount, childCount])).toEqual([
      ['☕ Minuman', 3, 2],
      ['🍞 Camilan', 1, 0],
      ['🫘 Biji & alat', 2, 0],
      ['🎓 Kelas & jasa', 2, 0],
      ['⚡ Digital', 4, 2],
    ])
    const below = await listCategories(app, demoAccount, top[4]!.category.publicId)
    expect(below.map(({ category }) => [category.name, category.parent!.id])).toEqual([
      ['Kode & voucher', top[4]!.category.id],
      ['Bacaan', top[4]!.category.id],
    ])
    const digital = await listProducts(app, inTest(demoAccount), { categoryId: top[4]!.category.publicId })
    expect(digital.items.map(product => product.name)).toEqual([
      'Voucher Ngopi',
      'Kode WiFi Warung',
      'Buku Resep Kopi Rumahan',
      'Rahasia Racikan',
    ])
    const pages = [1, 2, 9].map(page => listProducts(app, inTest(demoAccount), { page }))
    const [one, two, past] = await Promise.all(pages)
    expect(one).toMatchObject({ page: 1, pageCount: 2, total: 12 })
    expect(new Set([...one!.items, ...two!.items].map(product => product.id)).size).toBe(12)
    const { items, ...place } = past!
    expect(place).toEqual({ page: 2, pageCount: 2, total: 12 })
    expect(items.map(({ id }) => id)).toEqual(two!.items.map(({ id }) => id))
  })

  test('the demo catalogue is searched by typing', async () => {
    const names = async (text: string) =>
      (await searchProducts(app, inTest(demoAccount), text)).map(product => product.name)
    expect((await names('kopi susu'))[0]).toBe('Kopi Susu Gula Aren')
    expect((await names('VOUCHER'))[0]).toBe('Voucher Ngopi')
    expect(await names('besar')).toEqual(['Kopi Susu Gula Aren'])
    expect((await names('kopi')).length).toBe(5)
    expect(await names('biji unicorn')).toContain('Biji Kopi Gayo')
    expect(await names("%_'; drop")).toEqual([])
    expect(await names('')).toEqual([])
  })

  test('the demo catalogue shows a product with its variants and the stock of each', async () => {
    const [card] = await searchProducts(app, inTest(demoAccount), 'gayo')
    const product = await findProduct(app, inTest(demoAccount), card!.publicId)
    expect([product.priceMin(), product.priceMax(), product.isSoldOut()]).toEqual([65_000, 150_000, false])
    expect(product).toMatchObject({ asks: ['note', 'phone', 'address'], category: { name: '🫘 Biji & alat' } })
    expect(product.variants.$.map(each => [each.name, each.price, each.available()])).toEqual([
      ['200 gram', 65_000, 120],
      ['500 gram', 150_000, 40],
    ])
    const image = await findImage(app, product.image!.storageKey)
    expect(await sharp(await buffer(await app.goods.open('images', image.storageKey))).metadata()).toMatchObject({
      format: 'jpeg',
      width: 960,
      height: 720,
    })
    await expect(findProduct(app, inTest(demoAccount + 1), card!.publicId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('every mistake is reported with its line, all at once, and nothing is written', async () => {
  await beside('bad.png', 'not a picture')
  const told = await mistakes(`categories:
  - key: Drinks
    name: Drinks
  - key: food
    name: ''
    colour: red
products:
  - key: tea
    category: nowhere
    kind: fluid
    name: Tea
    price: 5000
    stock: 1
  - key: mug
    category: nowhere
    kind: physical
    name: Mug
    picture: gone.png
    price: 1.5
    stock: { serials: [A] }
  - key: card
    kind: digital
    name: Card
    picture: bad.png
    variants:
      - { key: a, name: A, price: 5000, stock: { file: ../../etc/passwd } }
      - { key: a, name: B, price: 0, stock: lots }
      - { key: c, name: C, price: 5000 }
  - key: card
    kind: service
    name: Twice
`)
  expect(told).toEqual([
    'line 2: categories.1.key has 1 to 64 small letters, digits, dashes or underscores',
    'line 5: categories.2.name is empty',
    'line 6: categories.2.colour is not known here',
    'line 9: there is no category nowhere',
    'line 10: products.1.kind is one of physical, service, digital',
    'line 15: there is no category nowhere',
    'line 18: gone.png is not there',
    'line 19: products.2.price is a whole number',
    'line 20: products.2.stock of a physical product is a number or unlimited: only digital goods are sent in the chat',
    'line 24: bad.png is a JPEG, PNG, GIF or WebP',
    'line 26: ../../etc/passwd is not beside the catalogue',
    'line 27: products.3.variants.2.price is at least 1',
    'line 27: products.3.variants.2.stock is a number, unlimited, {serials: …}, {serials_file: …}, {file: …}, {content: …} or {webhook: …}',
    'line 28: products.3.variants.3.stock is missing: it is a number, unlimited, {serials: …}, {serials_file: …}, {file: …}, {content: …} or {webhook: …}',
    'line 29: products.4.price is missing: a product has a price and a stock, or variants',
    'line 29: products.4.stock is missing: it is a number, unlimited, {serials: …}, {serials_file: …}, {file: …}, {content: …} or {webhook: …}',
    'line 29: the key card is that of the product on line 21 already',
  ])
  expect((await rows()) as unknown[][]).toEqual(Array(9).fill([]))
})

test('broken YAML is reported with its line', async () => {
  expect(await mistakes('products:\n  - key: [a\n    name: b')).toEqual([expect.stringMatching(/^line [23]: /)])
  expect(await mistakes('- just\n- a list')).toEqual(['line 1: the file is a group of `name: value` lines'])
  expect(await mistakes('products:\n  - { key: a, key: b }')).toEqual([expect.stringMatching(/^line 2: .*unique/i)])
})

test('files outside the folder are not read, not even by a link', async () => {
  await fs.symlink('/etc/hostname', path.join(folder, 'link.txt')).catch(() => {})
  const product = (stock: string) => `products: [{ key: a, kind: digital, name: A, price: 5000, stock: { ${stock} } }]`
  expect(await mistakes(product('serials_file: link.txt'))).toEqual(['line 1: link.txt is not beside the catalogue'])
  expect(await mistakes(product('file: /etc/passwd'))).toEqual(['line 1: /etc/passwd is not beside the catalogue'])
})

test('codes are stored unchanged and imported once, and repeated ones are reported', async () => {
  await beside('codes.txt', '\uFEFF  one \r\n\r\ntwo\none\n')
  const catalog = `products:
  - key: a
    kind: digital
    name: A
    variants:
      - key: list
        name: List
        price: 5000
        stock: { serials: [00123, 1e3, 'quo, ted', 00123] }
      - key: block
        name: Block
        price: 5000
        stock:
          serials: |
            X 1
            X 2

            X 1
      - key: file
        name: File
        price: 5000
        stock: { serials_file: codes.txt }
`
  expect((await load(catalog)).serials).toEqual({
    added: 7,
    known: 0,
    repeated: [
      { file: null, line: 9, serial: '00123' },
      { file: null, line: 18, serial: 'X 1' },
      { file: 'codes.txt', line: 4, serial: 'one' },
    ],
  })
  const units = await app.sql.query<{ line: string }>('select line from stock_unit where account_id = $1 order by id', [
    accountId,
  ])
  expect(units.map(unit => unit.line)).toEqual(['00123', '1e3', 'quo, ted', 'X 1', 'X 2', 'one', 'two'])
  await app.sql.write(`delete from stock_unit where account_id = $1 and line = 'X 2'`, [accountId])
  expect((await load(catalog)).serials).toMatchObject({ added: 1, known: 6 })
})

test('a changed number changes the stock by the difference, and never below zero', async () => {
  const counted = (count: number) => `products: [{ key: a, kind: physical, name: A, price: 5000, stock: ${count} }]`
  const left = async () =>
    (
      await app.sql.query<{ available: number }>(
        `select available from stock where account_id = $1 and mode = 'test'`,
        [accountId],
      )
    )[0]!.available
  await load(counted(25))
  await app.sql.write(`update stock set available = 20, sold = 5 where account_id = $1 and mode = 'test'`, [accountId])
  expect((await load(counted(25))).variants).toMatchObject({ unchanged: 1 })
  expect(await left()).toBe(20)
  expect((await load(counted(40))).variants).toMatchObject({ changed: 1 })
  expect(await left()).toBe(35)
  await load(counted(5))
  expect(await left()).toBe(0)
  expect(await mistakes(counted(4))).toEqual(['line 1: the stock of 4 takes 1 away from before, and only 0 are left'])
})

test('an import with a changed name, picture, file or content changes the product and keeps sold units', async () => {
  const picture = (colour: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer()
  await beside('p.png', await picture('#a00'))
  await beside('book.pdf', 'first')
  const catalog = (name: string, body: string) => `products:
  - key: a
    kind: digital
    name: ${name}
    picture: p.png
    price: 5000
    stock: { content: { title: T, body: ${body} } }
  - { key: b, kind: digital, name: B, picture: p.png, price: 5000, stock: { file: book.pdf } }`
  await load(catalog('A', 'old'))
  const before = await app.sql.query<{ content: number; file: number }>(
    'select max(content_id) as content, max(file_id) as file from variant where account_id = $1',
    [accountId],
  )
  await beside('p.png', await picture('#0a0'))
  await beside('book.pdf', 'second')
  expect(await load(catalog('"<b>&"', 'new').replace('"<b>&"', `'<b>&"'`))).toMatchObject({
    products: { created: 0, changed: 2 },
    variants: { created: 0, changed: 2 },
  })
  const file = await findFile(app, accountId, before[0]!.file)
  expect(await text(await app.goods.open('files', file.storageKey))).toBe('first')
  expect((await listProducts(app, inTest(accountId))).items[0]!.name).toBe('<b>&"')
  const images = await app.sql.query('select id from product_image where account_id = $1', [accountId])
  expect(images).toHaveLength(2)
})

test('the kind of stock of a variant cannot change, and a category stays on its level', async () => {
  await load(`categories: [{ key: x, name: X, categories: [{ key: y, name: Y }] }]
products: [{ key: a, category: y, kind: digital, name: A, price: 5000, stock: 3 }]`)
  expect(
    await mistakes(`categories: [{ key: y, name: Y }]
products:
  - { key: a, category: z, kind: digital, name: A, price: 5000, stock: unlimited }`),
  ).toEqual([
    'line 1: the category y stood on the other level before: give it a new key',
    'line 3: there is no category z',
    'line 3: the stock was counter before: give the variant a new key',
  ])
})

test('inactive products are hidden', async () => {
  await load(`categories:
  - { key: x, name: X, active: false, categories: [{ key: y, name: Y }] }
products:
  - { key: a, category: y, kind: service, name: Hidden, price: 5000, stock: unlimited }
  - { key: b, kind: service, name: Off, price: 5000, stock: unlimited, active: false }
  - { key: c, kind: service, name: On, price: 5000, stock: unlimited }`)
  expect((await listProducts(app, inTest(accountId))).items.map(product => product.name)).toEqual(['On'])
  expect(await countProducts(app, accountId)).toBe(1)
  expect(await listCategories(app, accountId)).toEqual([])
})

test('of two simultaneous imports one waits, and then changes nothing', async () => {
  const both = await Promise.all(
    [1, 2].map(() => importCatalog(app, { accountId, mode: 'test', ...commandActor }, demoFile, demoFolder)),
  )
  expect(both.map(one => one.products.created).sort((one, other) => one - other)).toEqual([0, 12])
  expect(both.map(one => one.serials.added).sort((one, other) => one - other)).toEqual([0, 224])
})

test('a product has at most twenty groups of thirty options, and all are read back', async () => {
  const listed = (count: number, of: (nth: number) => object) => Array.from({ length: count }, (_, nth) => of(nth))
  const menuOf = (groups: number, choices: number) => {
    const within = listed(choices, nth => ({ key: `c${nth}`, name: `Pilihan ${nth}` }))
    const options = listed(groups, nth => ({ key: `g${nth}`, name: `Grup ${nth}`, choices: within }))
    const goods = { key: 'full', kind: 'physical', name: 'Penuh', price: 9000, stock: 5, options }
    return JSON.stringify({ products: [goods] })
  }
  expect(await mistakes(menuOf(21, 30))).toEqual(['line 1: products.1.options has 20 at most'])
  expect(await mistakes(menuOf(1, 31))).toEqual(['line 1: products.1.options.1.choices has 30 at most'])
  await load(menuOf(20, 30))
  const em = app.em({ accountId, mode: 'test' })
  const { id } = await em.findOneOrFail(Product, { key: 'full' })
  const groups = (await readOptions(em, [id])).get(id)!
  expect(groups.map(group => group.options.length)).toEqual(Array.from({ length: 20 }, () => 30))
})
