import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openStore, type Store, textOf } from './store.ts'

const menu = `
products:
  - key: latte
    kind: physical
    name: Latte
    asks: []
    price: 20000
    stock: unlimited
    options:
      - key: size
        name: Ukuran
        min: 1
        choices: [{ key: small, name: Kecil }, { key: large, name: Besar, price: 5000 }]
      - { key: milk, name: Susu, choices: [{ key: oat, name: Oat, price: 8000 }] }
`

let store: Store
let buyer: Customer

beforeAll(async () => {
  store = await openStore()
  await store.sell(menu)
  buyer = await store.person()
}, 60_000)

afterAll(() => store?.close())

test('a latte with oat milk is added to the cart without typing, in one message that shows the price', async () => {
  const find = `select public_id as id from product where key = 'latte'`
  const [latte] = await store.shop.app.sql.query<{ id: string }>(find)
  await buyer.say(`/start p_${latte!.id}`)
  await buyer.press('Pilih opsi')
  await buyer.sees('belum dipilih')
  await buyer.press('Besar')
  await buyer.sees('Besar +Rp')
  await buyer.press('Oat')
  const chosen = await buyer.sees('Oat +Rp')
  expect(textOf(chosen).replaceAll('\u00a0', ' ')).toContain('Subtotal: Rp 33.000')
  await buyer.press('Masukkan keranjang')
  const cart = await buyer.sees('Keranjang')
  expect(textOf(cart).replaceAll('\u00a0', ' ')).toContain('Besar, Oat')
  await buyer.press('Pilih lagi')
  await buyer.press('Kecil')
  await buyer.press('Simpan ·')
  expect(textOf(await buyer.sees('Kecil, Oat')).replaceAll('\u00a0', ' ')).toContain('Total: Rp 28.000')
})
