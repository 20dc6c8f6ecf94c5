import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
  await openMenu(shop, 'nama')
})
afterAll(() => shop.close())

test('emoji before the name of a category are displayed and not read aloud', async () => {
  await shop.app.sql.write("update category set name = '☕ Kopi panas' where name = 'Dingin'")
  await shop.app.sql.write("update category set name = '👨‍🍳 Camilan' where name = 'Camilan'")
  const { text } = await createVisitor(shop).get('/m/nama')
  expect(text).toContain('<span aria-hidden="true">☕ </span>Kopi panas')
  expect(text).toContain('<span aria-hidden="true">👨‍🍳 </span>Camilan')
  expect(text).toContain('Minuman · <span aria-hidden="true">☕ </span>Kopi panas</h2>')
})
