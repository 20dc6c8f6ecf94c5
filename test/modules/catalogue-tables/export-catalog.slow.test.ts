import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandActor } from '../../../src/accounts/audit.ts'
import { addProduct } from '../../../src/catalog/add-product.ts'
import { changeShopRules } from '../../../src/catalog/rules/change-shop-rules.ts'
import { restockVariant } from '../../../src/catalog/stock/restock.ts'
import { catalogCommands } from '../../../src/modules/catalogue-tables/commands/catalog-commands.ts'
import { exportCatalog } from '../../../src/modules/catalogue-tables/export-catalog.ts'
import { exportTable } from '../../../src/modules/catalogue-tables/export-table.ts'
import { importCatalogFile } from '../../../src/modules/catalogue-tables/import-catalog-file.ts'
import { previewCatalogFile } from '../../../src/modules/catalogue-tables/preview-catalog-file.ts'
import { makeCoupon } from '../../../src/modules/coupons/make-coupon.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

// Also uses: coupons

const demoFolder = path.join(import.meta.dirname, '../../../src/catalog/demo')

let shop: TestShop
let folder: string

beforeAll(async () => {
  shop = await createTestShop()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-export-'))
  await bring(await fs.readFile(path.join(demoFolder, 'catalog.yaml'), 'utf8'), demoFolder)
})
afterAll(async () => {
  await shop.close()
  await fs.rm(folder, { recursive: true })
})

const scopeOf = (accountId: number) => ({ accountId, mode: 'test' as const })
const own = () => scopeOf(shop.demo.accountId)
const bring = (text: string, beside = folder, accountId = shop.demo.accountId) =>
  importCatalogFile(shop.app, { ...scopeOf(accountId), ...commandActor }, text, beside)
const written = async (accountId = shop.demo.accountId) => (await exportCatalog(shop.app, scopeOf(accountId))).text

interface Exported {
  products: { key: string; price?: number; stock?: { left: number; was: number } }[]
}
const tumbler = (text: string) => (parse(text) as Exported).products.find(({ key }) => key === 'tumbler')!
const change = (text: string, left: number) => text.replace(`left: ${tumbler(text).stock!.was}`, `left: ${left}`)

/** Keeps only the stock of the tumbler, so that its number occurs once in the file. */
const alone = async () => {
  const text = await written()
  const { exported, products } = parse(text) as Exported & { exported: string }
  const { stock } = products.find(({ key }) => key === 'tumbler')!
  return `exported: ${exported}
products:
  - { key: tumbler, kind: physical, name: Tumbler, price: 98000, stock: { left: ${stock!.left}, was: ${stock!.was} } }`
}

test('an unchanged export that is imported changes nothing, and needs no other files', async () => {
  const unchanged = { created: 0, changed: 0, unchanged: expect.any(Number) }
  const brought = await bring(await written())
  expect(brought).toMatchObject({ categories: unchanged, products: unchanged, variants: unchanged })
})

test('products, rules and coupons created on pages survive an export and import unchanged', async () => {
  const acting = { ...own(), ...commandActor }
  const soon = shop.app.calendar.formatDay(new Date(shop.app.now().getTime() + 86_400_000))
  await addProduct(shop.app, acting, {
    name: 'Dari halaman',
    kind: 'physical',
    description: '"Kutip": #1',
    category: 'Baru',
    variant: { price: 9000, stock: { mode: 'counter', count: 4 } },
  })
  await changeShopRules(shop.app, acting, () => ({
    hours: { mon: ['08:00', '24:00'] },
    holidays: [{ day: soon, note: '' }],
    slotMinutes: 30,
    deliveryFee: 9000,
    freeDeliveryFrom: 100_000,
    pickupPlace: 'Warung',
    receiveAfterDays: 3,
    delivers: true,
    zones: [{ name: 'Menteng', places: ['10310', 'Gondangdia'], fee: 5000, perKg: 0 }],
    tables: 4,
    orderMin: 20_000,
    asks: ['phone'],
    greeting: 'Halo\nlagi',
    afterOrder: null,
    whatsapp: '0812-1111-2222',
    phone: null,
    address: 'Jalan Braga',
  }))
  await makeCoupon(shop.app, acting, {
    code: 'HEMAT-1',
    worth: { percent: 10 },
    usesMax: 50,
    discountMax: 5000,
    startsAt: '2098-01-01',
    endsAt: '2099-01-31',
    perCustomerMax: 1,
    productKeys: ['tumbler'],
  })
  const rows = () =>
    Promise.all(
      ['shop_rules', 'coupon', 'product', 'variant'].map(table =>
        shop.app.sql.query(`select to_jsonb(t) - 'position' as row from ${table} t order by 1`),
      ),
    )
  const before = await rows()
  await bring(await written())
  expect(await rows()).toEqual(before)
})

test('importing an export makes another account equal, with pictures and files but without codes', async () => {
  const told = await catalogCommands['catalog export'].run(shop.app, {
    words: [],
    options: { account: 'demo', mode: 'test', to: folder },
  })
  expect(told[0]).toContain('catalog.yaml')
  const text = await fs.readFile(path.join(folder, 'catalog.yaml'), 'utf8')
  const { accountId } = shop.second
  await bring(text, folder, accountId)
  const plain = (one: string) => one.replaceAll(/^exported: .*/gm, '').replaceAll(/(pictures|files)\/[\w-]+/g, '$1/*')
  expect(plain(await written(accountId))).toBe(plain(await written()))
  expect(text).not.toContain('serials:\n')
})

test('an edited number changes the stock by the difference, once, and keeps concurrent sales', async () => {
  const text = await alone()
  const { was } = tumbler(text).stock!
  const [variant] = await shop.app.sql.query<{ public_id: string }>(
    `select v.public_id from variant v join product p on p.id = v.product_id
     where p.key = 'tumbler' and p.account_id = $1`,
    [shop.demo.accountId],
  )
  const left = async () => tumbler(await written()).stock!.left
  await restockVariant(shop.app, { ...own(), ...commandActor }, { variantId: variant!.public_id, delta: -1 })
  await bring(text)
  expect(await left()).toBe(was - 1)
  await bring(change(text, was + 10))
  await bring(change(text, was + 10))
  expect(await left()).toBe(was + 9)
  await bring(change(text, was + 15))
  expect(await left()).toBe(was + 14)
  await bring(change(text, 1))
  expect(await left()).toBe(0)
  await bring(change(text, 3))
  await bring(change(text, 3))
  expect(await left()).toBe(2)
})

test('more than the remaining stock cannot be removed, and the error names the line', async () => {
  const text = await alone()
  const more = text.replace(/left: \d+, was: \d+/, 'left: 0, was: 900')
  await expect(bring(more)).rejects.toMatchObject({ fields: [{ path: 'line 3', code: 'conflicting' }] })
  const unmarked = text.replace(/^exported: .*\n/, '')
  await expect(bring(unmarked)).rejects.toMatchObject({ fields: [{ place: { name: 'exported' }, code: 'missing' }] })
})

const bringTable = (text: string) =>
  importCatalogFile(shop.app, { ...own(), ...commandActor }, { table: Buffer.from(text) }, folder)
const previewTable = (text: string) =>
  previewCatalogFile(shop.app, { ...own(), ...commandActor }, { table: Buffer.from(text) }, folder)

async function rowsOfAll(): Promise<unknown> {
  const tables = ['category', 'product', 'variant', 'stock', 'stock_change', 'option_group', 'shop_rules', 'coupon']
  return Promise.all(tables.map(name => shop.app.sql.query(`select to_jsonb(t) as row from ${name} t order by 1`)))
}

test.each(['id', 'en'] as const)('an unchanged table in %s that is imported changes nothing', async language => {
  const text = await exportTable(shop.app, own(), language)
  const before = await rowsOfAll()
  expect(await bringTable(text)).toMatchObject({ changes: [], products: { created: 0, changed: 0 } })
  expect(await rowsOfAll()).toEqual(before)
})

test('a preview lists the changes and saves none, and an edited number changes the stock once', async () => {
  const { was } = tumbler(await written()).stock!
  const text = await exportTable(shop.app, own(), 'id')
  const row = text.split('\r\n').find(line => line.startsWith('Tumbler,'))!
  const edited = row.replace(`,98000,${was},`, `,99000,${was + 7},`)
  const table = text.replace(row, `${edited}\r\nBarang baru,,5000,3`)
  const before = await rowsOfAll()
  const { changes } = await previewTable(table)
  expect(changes).toEqual([
    { of: 'product', name: 'Barang baru', isNew: true, fields: [] },
    {
      of: 'variant',
      name: 'Tumbler',
      isNew: false,
      fields: [
        { field: 'price', from: 98_000, to: 99_000 },
        { field: 'stock', from: was, to: was + 7 },
      ],
    },
  ])
  expect(await rowsOfAll()).toEqual(before)
  for (const _ of [1, 2]) await bringTable(table)
  expect(tumbler(await written()).stock!.left).toBe(was + 7)
})
