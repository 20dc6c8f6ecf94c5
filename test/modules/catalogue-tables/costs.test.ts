import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalog } from '../../../src/catalog/import/import-catalog.ts'
import { Variant } from '../../../src/catalog/product.ts'
import { exportTable } from '../../../src/modules/catalogue-tables/export-table.ts'
import { readCurrentCatalog } from '../../../src/modules/catalogue-tables/read-current-catalog.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// A price that occurs nowhere else in the shop.
const cost = 7_000_000 + randomInt(900_000)
const dotted = String(cost).replace(/(\d)(\d{3})(\d{3})/, '$1.$2.$3')
const catalog = `
products:
  - { key: meja, name: Meja, kind: service, price: 9000000, stock: 3, cost: ${cost} }
  - { key: kursi, name: Kursi, kind: service, price: 900000, stock: 3 }
`

let shop: WebShop
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor })
const variant = () =>
  shop.app.em(shop.demo).findOneOrFail(Variant, { product: { key: 'meja' } }, { populate: ['product'] })

beforeAll(async () => {
  shop = await createWebShop()
  await importCatalog(shop.app, acting(), catalog, '.')
})
afterAll(() => shop.close())

test("a catalogue file can state the seller's cost of products, and an export includes it", async () => {
  expect(await variant()).toMatchObject({ cost })
  const kursi = await shop.app.em(shop.demo).findOneOrFail(Variant, { product: { key: 'kursi' } })
  expect(kursi.cost).toBeNull()
  const current = await shop.app.slowly(reads => readCurrentCatalog(reads.em(shop.demo)))
  expect(current.products.find(({ key }) => key === 'meja')!.variants).toMatchObject([{ cost }])
  expect(JSON.stringify(current.products.find(({ key }) => key === 'kursi'))).not.toContain('cost')
  expect(await exportTable(shop.app, shop.demo, 'id')).toContain(String(cost))
})

test('the merchant edits the cost on the page of the product, which refuses what is not a number', async () => {
  const { publicId, product } = await variant()
  const address = `/dashboard/catalog/${product.publicId}`
  const owner = await signInAs(shop)
  const { text } = await owner.get(address)
  expect(text).toContain(`name="cost_${publicId}"`)
  expect(text).toContain(`value="${dotted}"`)
  const typed = (value: string) => ({
    act: 'save',
    name: 'Meja',
    description: '',
    kind: 'service',
    category: '',
    on_sale: 'on',
    variant: publicId,
    [`name_${publicId}`]: '',
    [`price_${publicId}`]: '9.000.000',
    [`shown_${publicId}`]: 'on',
    [`cost_${publicId}`]: value,
  })
  expect((await owner.post(address, typed('murah'))).status).toBe(400)
  expect(await variant()).toMatchObject({ cost })
  expect((await owner.post(address, typed(''))).status).toBeLessThan(400)
  expect(await variant()).toMatchObject({ cost: null })
  await owner.post(address, typed(`Rp ${dotted}`))
  expect(await variant()).toMatchObject({ cost })
})
