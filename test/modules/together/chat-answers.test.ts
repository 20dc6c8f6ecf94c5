import { afterAll, beforeAll, test } from 'vitest'
import { openStore, type Store } from '../../bot/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.sell(`
shop: { free_delivery_from: 150000 }
products:
  - { key: tumbler, kind: physical, name: Tumbler Warung, price: 95000, asks: [], stock: 9 }
`)
}, 60_000)
afterAll(async () => await store?.close())

test('a customer who asks for promotions learns where to enter coupons, and "stop" ends promotions', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.say('ada promo?')
  await ayu.sees('Masukkan di halaman pesananmu lewat “🎟 Pakai kupon”')
  await ayu.say('stop')
  await ayu.sees('tidak akan mengirim promo lagi')
}, 60_000)
