import { afterAll, beforeAll, expect, test } from 'vitest'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { type Customer, openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: mug, kind: service, name: Cangkir, price: 60000, stock: unlimited }
`)
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(async () => await store?.close())

test('a merchant reads in the chat what was received, and what customers searched for in vain', async () => {
  const buyer = await store.person()
  await buyer.say('es teler')
  await buyer.sees('es teler')
  await totalSales(store.shop.app)
  await owner.say('/statistik', there)
  const text = textOf(await owner.sees('7 hari', there))
  expect(text).toContain('Uang masuk: Rp\u00a00 (sebelumnya Rp\u00a00)\nTagihan lunas: 0')
  expect(text).toContain('es teler (1×)')
  await owner.press('Hari ini', there)
  await owner.sees(': Hari ini', there)
  await owner.say('/statistics', there)
  await owner.sees('7 hari', there)
})
