import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { Variant } from '../../../src/catalog/product.ts'
import { exportCatalog } from '../../../src/modules/catalogue-tables/export-catalog.ts'
import { exportTable } from '../../../src/modules/catalogue-tables/export-table.ts'
import { importCatalogFile } from '../../../src/modules/catalogue-tables/import-catalog-file.ts'
import { parseTable } from '../../../src/modules/catalogue-tables/parse-table.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

const catalog = `
products:
  - { key: mie, name: Mie instan, kind: physical, price: 3500, stock: 40, barcode: "8992761002015" }
  - { key: kaos, name: Kaos, kind: physical, variants: [
      { key: s, name: S, price: 65000, stock: 3, barcode: KAOS-S }, { key: m, name: M, price: 65000, stock: 4 }] }
`

let shop: TestShop
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor })
beforeAll(async () => {
  shop = await createTestShop()
  await importCatalogFile(shop.app, acting(), catalog, '.')
})
afterAll(() => shop.close())

const barcodes = async () => {
  const variants = await shop.app.em(shop.demo).find(Variant, {}, { orderBy: { id: 'asc' } })
  return Object.fromEntries(variants.map(({ key, barcode }) => [key, barcode]))
}

test('barcodes are imported and exported with a catalogue file, each with its variant', async () => {
  expect(await barcodes()).toMatchObject({ only: '8992761002015', s: 'KAOS-S', m: null })
  const { text } = await exportCatalog(shop.app, shop.demo)
  expect(text).toContain('barcode: "8992761002015"')
  const again = await importCatalogFile(shop.app, acting(), text, '.')
  expect(again.variants).toMatchObject({ created: 0, changed: 0 })
})

test('a table has a column for barcodes, and an empty cell keeps the value', async () => {
  const table = await exportTable(shop.app, shop.demo, 'id')
  expect(table).toContain('8992761002015')
  expect((await importCatalogFile(shop.app, acting(), { table: Buffer.from(table) }, '.')).variants.changed).toBe(0)
  const edited = Buffer.from('nama;varian;barcode\nKaos;S;\nKaos;M;KAOS-M\nMie instan;;tidak ada\n')
  await importCatalogFile(shop.app, acting(), { table: edited }, '.')
  expect(await barcodes()).toMatchObject({ only: null, s: 'KAOS-S', m: 'KAOS-M' })
})

test('a barcode that a spreadsheet turned into a number is refused', () => {
  const nothing = { categories: [], products: [], positions: {} }
  const table = Buffer.from('nama;harga;barcode\nMie;3500;8,99276E+12\n')
  expect(parseTable(table, nothing).mistakes).toMatchObject([{ line: 2, column: 'C', name: 'barcode' }])
})
