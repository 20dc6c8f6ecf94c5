import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalog } from '../../../src/catalog/import/import-catalog.ts'
import { Product } from '../../../src/catalog/product.ts'
import { setMenu } from '../../../src/modules/menu/set-menu.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// A price that occurs nowhere else in the shop.
const cost = 7_000_000 + randomInt(900_000)
const dotted = String(cost).replace(/(\d)(\d{3})(\d{3})/, '$1.$2.$3')

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
  const acting = { accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor }
  const product = `{ key: meja, name: Meja, kind: service, price: 9000000, stock: 3, cost: ${cost} }`
  await importCatalog(shop.app, acting, `products:\n  - ${product}\n`, '.')
  await setMenu(shop.app, acting, { slug: 'mebel', isOn: true })
})
afterAll(() => shop.close())

test("customers and the API never see the seller's cost", async () => {
  const product = await shop.app.em(shop.demo).findOneOrFail(Product, { key: 'meja' })
  const { text: menu } = await createVisitor(shop).get('/m/mebel')
  expect(menu).toContain('Meja')
  const { text: onePage } = await createVisitor(shop).get(`/m/mebel/${product.publicId}`)
  const stock = JSON.stringify((await shop.api('/list-stock')).body)
  expect(stock).toContain('"meja"')
  for (const shown of [menu, onePage, stock]) {
    expect(shown).not.toContain(String(cost))
    expect(shown).not.toContain(dotted)
  }
})
