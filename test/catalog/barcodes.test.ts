import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { parseCatalog } from '../../src/catalog/import/parse-catalog.ts'
import { Variant } from '../../src/catalog/product.ts'
import { saveProduct } from '../../src/catalog/saving/save-product.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const catalog = `
products:
  - { key: mie, name: Mie instan, kind: physical, price: 3500, stock: 40, barcode: "8992761002015" }
  - { key: kaos, name: Kaos, kind: physical, variants: [
      { key: s, name: S, price: 65000, stock: 3, barcode: KAOS-S },
      { key: m, name: M, price: 65000, stock: 4, barcode: KAOS-M }] }
`

let shop: TestShop
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor })
beforeAll(async () => {
  shop = await createTestShop()
  await importCatalog(shop.app, acting(), catalog, '.')
})
afterAll(() => shop.close())

const barcodes = async () => {
  const variants = await shop.app.em(shop.demo).find(Variant, {}, { orderBy: { id: 'asc' } })
  return Object.fromEntries(variants.map(({ key, barcode }) => [key, barcode]))
}

test('a catalogue file gives each variant its barcode as text, because a number would lose its zeros', async () => {
  expect(await barcodes()).toMatchObject({ only: '8992761002015', s: 'KAOS-S', m: 'KAOS-M' })
  const text = 'products: [{ key: a, name: A, kind: physical, price: 1, stock: 1, barcode: 0012345 }]'
  const { mistakes } = parseCatalog(text)
  expect(mistakes.map(({ error }) => error).join()).toContain('barcode is a text')
})

test('the merchant changes a barcode, and an invalid one is refused', async () => {
  const variant = await shop.app.em(shop.demo).findOneOrFail(Variant, { key: 'm' }, { populate: ['product'] })
  const { publicId, name, description, kind, asks } = variant.product
  const change = { variantId: variant.publicId, name: 'M', price: 65_000, isActive: true }
  const save = (barcode?: string) => {
    const saved = { name, description, kind, asks, category: '', isActive: true }
    return saveProduct(shop.app, acting(), publicId, { ...saved, variants: [{ ...change, barcode }] })
  }
  for (const barcode of ['', '12', '8,99E+12', 'x'.repeat(49), "';--"])
    await expect(save(barcode)).rejects.toMatchObject({ fields: [{ path: `variants.${variant.publicId}.barcode` }] })
  await save('96385074')
  await save()
  expect(await barcodes()).toMatchObject({ m: '96385074' })
})

test('the API returns barcodes, and finds products by them', async () => {
  const { body } = await shop.api('/list-stock?barcode=KAOS-S')
  expect(body).toMatchObject({ data: [{ product: 'kaos', variant: 's', barcode: 'KAOS-S' }], pagination: { total: 1 } })
})
