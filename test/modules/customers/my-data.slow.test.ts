import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.sell(`
products:
  - { key: mug, kind: physical, name: Cangkir, price: 60000, asks: [], stock: 50 }
`)
}, 60_000)
afterAll(async () => await store?.close())

test('the privacy text names the command, which shows a customer their data, and deletes it without open orders', async () => {
  const buyer = await store.person({ first_name: 'Sekar' })
  await buyer.say('/privacy')
  const privacy = textOf(await buyer.sees('Privasi'))
  expect(privacy).toContain('/datasaya')
  expect(privacy).not.toContain('Hubungi penjual')
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
  await store.shop.app.sql.write(
    `update store_order set status = 'processing', paid_at = now(), held_until = null where order_number = $1`,
    [number],
  )
  await buyer.say('/datasaya')
  const shown = textOf(await buyer.sees('Datamu di toko ini'))
  for (const part of ['Sekar', number, 'Cangkir', '60.000']) expect(shown).toContain(part)
  await buyer.press('Hapus dataku')
  await buyer.press('Ya, hapus')
  await buyer.sees('Masih ada pesanan yang berjalan')
  await store.shop.app.sql.write(
    `update store_order set status = 'completed', completed_at = now() where order_number = $1`,
    [number],
  )
  await buyer.say('/datasaya')
  await buyer.press('Hapus dataku')
  await buyer.sees('Hapus datamu dari toko ini?')
  await buyer.press('Ya, hapus')
  await buyer.sees('Datamu sudah dihapus')
  const names = `select customer_name as name from store_order where order_number = $1`
  expect(await store.shop.app.sql.query(names, [number])).toEqual([{ name: 'Pelanggan dihapus' }])
  const people = `select name from customer where telegram_user_id = $1`
  expect(await store.shop.app.sql.query(people, [buyer.id])).toEqual([])
}, 120_000)
