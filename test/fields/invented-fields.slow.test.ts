import { EntitySchema } from '@mikro-orm/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { commandActor } from '../../src/accounts/audit.ts'
import type { SettingField } from '../../src/accounts/setting-fields.ts'
import { buildOpenApiDocuments } from '../../src/api/openapi.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { parseCatalog } from '../../src/catalog/import/parse-catalog.ts'
import { runImport } from '../../src/catalog/import/run-import.ts'
import { Product, Variant } from '../../src/catalog/product.ts'
import type { ProductField } from '../../src/catalog/product-fields.ts'
import type { RuleField } from '../../src/catalog/rules/rule-fields.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import type { VariantField } from '../../src/catalog/variant-fields.ts'
import { listArchivedTables } from '../../src/modules/archive/archived-tables.ts'
import { Bill } from '../../src/modules/bills/bill.ts'
import type { BillTermField } from '../../src/modules/bills/bill-term-fields.ts'
import { readBillSheet } from '../../src/modules/bills/read-bill-sheet.ts'
import { exportCatalog } from '../../src/modules/catalogue-tables/export-catalog.ts'
import { exportTable } from '../../src/modules/catalogue-tables/export-table.ts'
import { parseTable } from '../../src/modules/catalogue-tables/parse-table.ts'
import { previewCatalogFile } from '../../src/modules/catalogue-tables/preview-catalog-file.ts'
import { readCurrentCatalog } from '../../src/modules/catalogue-tables/read-current-catalog.ts'
import { renderImportPreview } from '../../src/modules/catalogue-tables/web/import-preview.ts'
import { Coupon } from '../../src/modules/coupons/coupon.ts'
import type { CouponField } from '../../src/modules/coupons/coupon-fields.ts'
import { type Customer, openStore, type Store } from '../bot/store.ts'
import { apiParts } from '../kit/parts.ts'
import type { Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

// A new column needs the entity, its migration, and one entry among the fields.

vi.mock(import('../../src/catalog/rules/rule-fields.ts'), async load => {
  const real = await load()
  const parking = {
    property: 'parkingFee',
    name: 'parking_fee',
    kind: 'rupiah',
    max: 5_000,
    part: 'delivery',
    label: { id: 'Biaya parkir', en: 'Parking fee' },
    short: { id: 'parkir', en: 'parking' },
    chat: {
      key: 'parking',
      page: 'orders',
      button: { id: 'Parkir', en: 'Parking' },
      question: { id: 'Berapa biaya parkirnya?', en: 'What does parking cost?' },
      line: { id: 'Biaya parkir', en: 'Parking fee' },
    },
  }
  ;(real.ruleFields as RuleField[]).push(parking as unknown as RuleField)
  return real
})

vi.mock(import('../../src/catalog/variant-fields.ts'), async load => {
  const real = await load()
  const volume = {
    property: 'volumeMl',
    name: 'volume',
    kind: 'count',
    min: 1,
    max: 9_000,
    label: { id: 'Isi (ml)', en: 'Volume (ml)' },
    short: { id: 'isi (ml)', en: 'volume (ml)' },
    column: { id: 'isi_ml', en: 'volume_ml', others: ['ml'] },
    api: 'How much is in one',
    isFor: () => true,
  }
  ;(real.variantFields as VariantField[]).push(volume as unknown as VariantField)
  return real
})

vi.mock(import('../../src/catalog/product-fields.ts'), async load => {
  const real = await load()
  const origin = {
    property: 'origin',
    name: 'origin',
    kind: 'text',
    max: 20,
    label: { id: 'Asal', en: 'Origin' },
    short: { id: 'asal', en: 'origin' },
    column: { id: 'asal', en: 'origin', others: ['daerah'] },
  }
  ;(real.productFields as ProductField[]).push(origin as unknown as ProductField)
  return real
})

vi.mock(import('../../src/accounts/setting-fields.ts'), async load => {
  const real = await load()
  const colour = {
    property: 'signColour',
    name: 'sign_colour',
    kind: 'text',
    max: 10,
    part: 'shop',
    label: { id: 'Warna papan', en: 'Colour of the sign' },
  }
  ;(real.settingFields as SettingField[]).push(colour as unknown as SettingField)
  return real
})

vi.mock(import('../../src/modules/coupons/coupon-fields.ts'), async load => {
  const real = await load()
  const perDay = {
    property: 'perDayMax',
    name: 'per_day',
    kind: 'count',
    min: 1,
    max: 40,
    label: { id: 'Paling banyak per hari', en: 'At most per day' },
    short: { id: 'batas per hari', en: 'uses by day' },
    line: { id: '{} per hari', en: '{} per day' },
    chat: {
      key: 'perday',
      button: { id: 'Per hari', en: 'Per day' },
      question: { id: 'Boleh dipakai berapa kali sehari?', en: 'How often may it be used in a day?' },
    },
  }
  ;(real.couponFields as CouponField[]).push(perDay as unknown as CouponField)
  return real
})

vi.mock(import('../../src/modules/bills/bill-term-fields.ts'), async load => {
  const real = await load()
  const room = {
    property: 'roomNumber',
    name: 'room_number',
    kind: 'count',
    min: 1,
    max: 90,
    label: { id: 'Nomor kamar', en: 'Room number' },
    api: { request: 'The room that is rented', answer: 'The room that is paid for' },
    columns: ['kamar'],
    chat: { key: 'room', question: { id: 'Kamar nomor berapa?', en: 'Which room?' } },
  }
  ;(real.billTermFields as BillTermField[]).push(room as unknown as BillTermField)
  return real
})

vi.mock(import('../kit/database.ts'), async load => {
  const real = await load()
  const added = [
    { entity: ShopRules, property: 'parkingFee', column: 'shop_rules add column parking_fee integer' },
    { entity: Product, property: 'origin', column: 'product add column origin text' },
    { entity: Variant, property: 'volumeMl', column: 'variant add column volume_ml integer' },
    { entity: Account, property: 'signColour', column: 'account add column sign_colour text' },
    { entity: Coupon, property: 'perDayMax', column: 'coupon add column per_day_max integer' },
    { entity: Bill, property: 'roomNumber', column: 'bill add column room_number integer' },
  ]
  for (const { entity, property, column } of added) {
    const type = column.endsWith('text') ? 'text' : 'integer'
    EntitySchema.REGISTRY.get(entity)!.addProperty(property as never, type, { nullable: true })
  }
  return {
    ...real,
    async createTestDatabase() {
      const database = await real.createTestDatabase()
      for (const { column } of added) await database.sql.query(`alter table ${column}`)
      return database
    },
  }
})

let shop: WebShop
let support: Visitor
let owner: Visitor
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor })
const row = async (table: 'shop_rules' | 'product' | 'variant' | 'coupon' | 'bill') =>
  (
    await shop.app.sql.query<Record<string, unknown>>(`select * from ${table} where account_id = $1 order by 1 desc`, [
      shop.demo.accountId,
    ])
  )[0]

beforeAll(async () => {
  shop = await createWebShop()
  support = await signInAs(shop, { role: 'support' })
  owner = await signInAs(shop)
})
afterAll(() => shop.close())

describe('an invented rule of a shop', () => {
  test('an invented rule is in the form, is refused by its name, and is saved', async () => {
    const typed = { act: 'save', delivers: 'on', receive_after_days: '7' }
    expect((await support.get('/dashboard/rules/delivery')).text).toContain('Biaya parkir')
    const refused = await support.post('/dashboard/rules/delivery', { ...typed, parking_fee: '9.000' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Biaya parkir. Dari 0 sampai 5.000')
    expect((await support.post('/dashboard/rules/delivery', { ...typed, parking_fee: '2rb' })).status).toBe(303)
    expect(await row('shop_rules')).toMatchObject({ parking_fee: 2_000 })
    expect((await support.get('/dashboard/rules/delivery')).text).toContain(
      'name="parking_fee" type="text" value="2000"',
    )
  })

  test('an invented rule is exported to the catalogue file and imported, and its mistakes name it', async () => {
    expect((await exportCatalog(shop.app, shop.demo)).text).toContain('parking_fee: 2000')
    await importCatalog(shop.app, acting(), 'shop: { parking_fee: 3000 }', '.')
    expect(await row('shop_rules')).toMatchObject({ parking_fee: 3_000 })
    const [mistake] = parseCatalog('shop: { parking_fee: 9000 }').mistakes
    expect(mistake).toMatchObject({ error: 'shop.parking_fee is at most 5,000', code: 'out_of_range' })
  })

  test('an invented rule is exported with its account', () => {
    expect(listArchivedTables(shop.app).get('shop_rules')!.columns).toContain('parking_fee')
  })
})

describe('an invented rule in the chat', () => {
  let store: Store
  let merchant: Customer
  beforeAll(async () => {
    store = await openStore()
    merchant = await store.merchant('Bu Sri')
  }, 60_000)
  afterAll(async () => await store?.close())

  test('an invented rule has a button, a question, its refusal and a line in the chat', async () => {
    const there = { bot: store.platform }
    await merchant.say('/aturan', there)
    await merchant.press('Pesanan', there)
    await merchant.press('Parkir', there)
    await merchant.sees('Berapa biaya parkirnya?', there)
    await merchant.say('mahal', there)
    await merchant.sees('Belum terbaca', there)
    await merchant.say('9.000', there)
    await merchant.sees('Dari 0 sampai 5.000', there)
    await merchant.say('4.000', there)
    await merchant.sees('Biaya parkir: Rp\u00a04.000', there)
  })

  test('an invented term of a coupon has a button and a question in the chat, and is listed', async () => {
    const there = { bot: store.platform }
    await merchant.say('/kupon', there)
    await merchant.press('Buat kupon', there)
    await merchant.say('HARIAN', there)
    await merchant.press('20%', there)
    await merchant.press('100×', there)
    await merchant.press('Per hari', there)
    await merchant.sees('Boleh dipakai berapa kali sehari?', there)
    await merchant.say('41', there)
    await merchant.sees('Dari 1 sampai 40', there)
    await merchant.say('7', there)
    await merchant.sees('Per hari: 7×', there)
    await merchant.press('Buat sekarang', there)
    await merchant.sees('7× per hari', there)
  })

  test('an invented term of a bill has a button, a question and its refusal in the chat', async () => {
    const there = { bot: store.platform }
    await merchant.say('/tagih 500000 kos', there)
    await merchant.press('Lengkapi', there)
    await merchant.press('➕ Nomor kamar', there)
    await merchant.sees('Kamar nomor berapa?', there)
    await merchant.say('belakang', there)
    await merchant.sees('Belum terbaca', there)
    await merchant.say('91', there)
    await merchant.sees('Dari 1 sampai 90', there)
    await merchant.say('12', there)
    await merchant.press('✅ Nomor kamar', there)
    await merchant.press('Kosongkan', there)
    await merchant.press('➕ Nomor kamar', there)
    await merchant.say('14', there)
    const stored = async () => (await store.shop.app.sql.query('select room_number from bill'))[0]
    await expect.poll(stored).toEqual({ room_number: 14 })
  })
})

describe('an invented field of a product, and one of a variant', () => {
  const catalog = `
products:
  - { key: teh, name: Teh botol, kind: physical, price: 5000, stock: 3, volume: 350, origin: Slawi }
`

  test('invented fields are exported to the catalogue file and imported, and their mistakes name them', async () => {
    await importCatalog(shop.app, acting(), catalog, '.')
    expect(await row('variant')).toMatchObject({ volume_ml: 350 })
    expect(await row('product')).toMatchObject({ origin: 'Slawi' })
    expect((await exportCatalog(shop.app, shop.demo)).text).toContain('volume: 350')
    expect((await exportCatalog(shop.app, shop.demo)).text).toContain('origin: Slawi')
    const [mistake] = parseCatalog(catalog.replace('350', '0')).mistakes
    expect(mistake).toMatchObject({ error: 'products.1.volume is at least 1', code: 'out_of_range' })
  })

  test('invented fields have a column in exported and imported tables', async () => {
    const [head, first] = (await exportTable(shop.app, shop.demo, 'id')).split('\r\n')
    expect(head).toContain('keterangan,asal,berat_gram,barcode,harga_modal,isi_ml,dijual')
    expect(first).toMatch(/,Slawi,.*,350,/)
    const current = await shop.app.slowly(reads => readCurrentCatalog(reads.em(shop.demo)))
    const changed = parseTable(Buffer.from('nama,ml,daerah\nTeh botol,500,Tegal\n'), current)
    await runImport(shop.app, acting(), { catalog: changed, folder: '.', isTrial: false })
    expect(await row('variant')).toMatchObject({ volume_ml: 500 })
    expect(await row('product')).toMatchObject({ origin: 'Tegal' })
    const nothing = { categories: [], products: [], positions: {} }
    const { mistakes } = parseTable(Buffer.from('nama,harga,isi_ml\nTeh,5000,banyak\n'), nothing)
    expect(mistakes).toMatchObject([{ column: 'C', name: 'isi_ml' }])
  })

  test('invented fields are in the form, are refused by their names, and are saved', async () => {
    const { text: list } = await support.get('/dashboard/catalog')
    const product = /\/dashboard\/catalog\/[\w-]{22}/.exec(list)![0]
    const { text } = await support.get(product)
    expect(text).toContain('Isi (ml)')
    expect(text).toContain('Asal')
    const variant = /name="variant" value="([\w-]{22})"/.exec(text)![1]!
    const typed = {
      act: 'save',
      name: 'Teh botol',
      description: '',
      kind: 'physical',
      category: '',
      variant,
      [`name_${variant}`]: '',
      [`price_${variant}`]: '5000',
    }
    const refused = await support.post(product, { ...typed, [`volume_${variant}`]: '0', origin: 'x'.repeat(21) })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Isi (ml). Dari 1 sampai 9.000')
    expect(refused.text).toContain('Periksa lagi: Asal.')
    expect((await support.post(product, { ...typed, [`volume_${variant}`]: '600', origin: 'Bogor' })).status).toBe(303)
    expect(await row('variant')).toMatchObject({ volume_ml: 600 })
    expect(await row('product')).toMatchObject({ origin: 'Bogor' })
  })

  test('invented fields are in the API and its documents, and exported with their account', async () => {
    const { body } = await shop.api('/list-stock', { method: 'GET' })
    expect(body.data).toMatchObject([{ volume: 600 }])
    const documents = JSON.stringify(buildOpenApiDocuments(apiParts, shop.app.config.baseUrl))
    expect(documents).toContain('How much is in one')
    expect(listArchivedTables(shop.app).get('variant')!.columns).toContain('volume_ml')
    expect(listArchivedTables(shop.app).get('product')!.columns).toContain('origin')
  })
})

describe('an invented setting', () => {
  test('an invented setting is in the form, is refused by its name, is saved, and exported with its account', async () => {
    const { text } = await owner.get('/dashboard/settings')
    expect(text).toContain('Warna papan')
    const typed = { act: 'save', language: 'id', display_name: 'Kopi', invoice_lifetime: '15', dialect: 'detailed' }
    const refused = await owner.post('/dashboard/settings', { ...typed, sign_colour: 'merah muda tua' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Warna papan.')
    expect((await owner.post('/dashboard/settings', { ...typed, sign_colour: 'merah' })).status).toBe(303)
    const account = await shop.app.em(shop.demo).findOneOrFail(Account, shop.demo.accountId)
    expect(account).toMatchObject({ signColour: 'merah', displayName: 'Kopi', invoiceLifetimeS: 900 })
    expect(listArchivedTables(shop.app).get('account')!.columns).toContain('sign_colour')
  })
})

describe('an invented term of a coupon', () => {
  const made = { act: 'make', kind: 'percent', coupon: 'HARIAN', worth: '10' }

  test('an invented term of a coupon is in the form, is refused by its name, is saved and is listed', async () => {
    expect((await support.get('/dashboard/coupons')).text).toContain('Paling banyak per hari')
    const refused = await support.post('/dashboard/coupons', { ...made, per_day: '41' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Paling banyak per hari. Dari 1 sampai 40')
    expect((await support.post('/dashboard/coupons', { ...made, per_day: '4' })).status).toBe(303)
    expect(await row('coupon')).toMatchObject({ code: 'HARIAN', per_day_max: 4 })
    expect((await support.get('/dashboard/coupons')).text).toContain('4× per hari')
  })

  test('an invented term of a coupon is in exported and imported files, and its mistakes name it', async () => {
    expect((await exportCatalog(shop.app, shop.demo)).text).toContain('per_day: 4')
    const file = (perDay: number) => `coupons: [{ code: HARIAN, percent: 10, per_day: ${perDay} }]`
    const preview = await previewCatalogFile(shop.app, acting(), file(5), '.')
    expect(renderImportPreview(shop.app, 'id', preview).toString()).toContain('batas per hari: 4 → 5')
    await importCatalog(shop.app, acting(), file(5), '.')
    expect(await row('coupon')).toMatchObject({ per_day_max: 5 })
    const fields = [{ error: 'coupons.1.per_day is at most 40', code: 'out_of_range' }]
    await expect(importCatalog(shop.app, acting(), file(41), '.')).rejects.toMatchObject({ fields })
    expect(listArchivedTables(shop.app).get('coupon')!.columns).toContain('per_day_max')
  })
})

describe('an invented term of a bill', () => {
  test('an invented term of a bill is in the form, is refused by its name, is saved and is shown', async () => {
    expect((await support.get('/dashboard/new-bill')).text).toContain('Nomor kamar')
    const typed = { act: 'create', title: 'Kos', kind: 'once', amount: '500000' }
    const refused = await support.post('/dashboard/new-bill', { ...typed, room_number: '91' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Nomor kamar. Dari 1 sampai 90')
    const answer = await support.post('/dashboard/new-bill', { ...typed, room_number: '17' })
    expect(answer.status).toBe(303)
    expect(await row('bill')).toMatchObject({ title: 'Kos', room_number: 17 })
    expect((await support.get(answer.headers.get('location')!)).text).toMatch(/Nomor kamar<.*?>17</s)
  })

  test('an invented term of a bill is a column of its sheets, and is exported with its account', () => {
    const sheet = (cell: string) => ({
      title: 'Kos',
      text: `Nama,Nominal,Kamar\nSiti,500000,${cell}`,
      takesParts: false,
    })
    expect(readBillSheet(shop.app, shop.demo, sheet('12'))).toMatchObject([{ customerName: 'Siti', roomNumber: 12 }])
    expect(() => readBillSheet(shop.app, shop.demo, sheet('91'))).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path: 'room_number', code: 'out_of_range' })] }),
    )
    expect(listArchivedTables(shop.app).get('bill')!.columns).toContain('room_number')
  })

  test('an invented term of a bill is in requests and answers of the API and in their documents', async () => {
    const made = await shop.api('/create-bill', { body: { title: 'Kos', amount: 500_000, room_number: 3 } })
    expect(made.body.data).toMatchObject({ room_number: 3 })
    const { bill } = made.body
    const changed = await shop.api('/update-bill', { body: { bill, room_number: 4 } })
    expect(changed.body.data).toMatchObject({ room_number: 4 })
    const refused = await shop.api('/update-bill', { body: { bill, room_number: 91 } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('room_number')
    const documents = JSON.stringify(buildOpenApiDocuments(apiParts, shop.app.config.baseUrl))
    expect(documents).toContain('The room that is rented')
    expect(documents).toContain('The room that is paid for')
  })
})
