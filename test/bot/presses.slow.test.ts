import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openStore, type Store, workUntil } from './store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(async () => await store?.close())

const kunci = '{ key: kunci, kind: digital, name: Kunci, price: 25000, stock: { serials: [K-1, K-2, K-3] } }'

/** Returns the messages that a person typed on the way to the code. */
async function typed(person: Customer): Promise<string[]> {
  return (await person.chat()).filter(({ from }) => !from.is_bot).map(({ text }) => text)
}

test('from /start to the QR code of a digital product takes at most 5 presses and no typing', async () => {
  await store.sell(`products: [${kunci}]`)
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.press('Beli sekarang')
  await ayu.press('Bayar Rp')
  await workUntil(store, ayu, /Bayar sebelum/)
  expect(ayu.presses).toBeLessThanOrEqual(5)
  expect(await typed(ayu)).toEqual(['/start'])
}, 60_000)

test('from /start to the QR code through categories takes at most 6 presses', async () => {
  await store.sell(`
categories:
  - { key: kode, name: Kode }
  - { key: kopi, name: Kopi }
products:
  - ${kunci.replace('key: kunci', 'key: kunci, category: kode')}
  - { key: susu, category: kopi, kind: physical, name: Kopi Susu, price: 18000, stock: 3 }
`)
  const ayu = await store.person()
  await ayu.say('/start')
  for (const button of ['Produk', 'Kode', 'Kunci', 'Beli sekarang', 'Bayar Rp']) await ayu.press(button)
  await workUntil(store, ayu, /Bayar sebelum/)
  expect(ayu.presses).toBeLessThanOrEqual(6)
  expect(await typed(ayu)).toEqual(['/start'])
}, 60_000)
