import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { linkMerchant } from '../../src/notices/link-merchant.ts'
import { buttonsOf, type Customer, openStore, type Store, textOf } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: saring, kind: digital, name: Saringan Kopi, price: 18300, stock: 9 }
  - { key: kendi, kind: digital, name: Kendi Susu, price: 29100, stock: 9 }
`)
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(() => store?.close())

const search = async (text: string, shown: string | RegExp) => {
  await owner.say(text, there)
  return owner.sees(shown, there)
}

test("the merchant's search finds an order by number and customer, and opens it", async () => {
  const siti = await store.person({ first_name: 'Siti Rahayu' })
  await siti.say('saringan')
  await siti.press('Saringan Kopi')
  await siti.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await siti.sees('ORD-')))![0]
  const found = await search('siti', 'Hasil untuk “siti”')
  expect(textOf(found)).toContain(number)
  expect(textOf(found)).toMatch(/👤 Siti Rahayu · 1 pesanan/)
  await owner.pressOn(found, number, there)
  expect(textOf(await owner.sees(/Pelanggan: Siti Rahayu/, there))).toContain(number)
  await owner.say(number.toLowerCase(), there)
  // A notice about the order may arrive at any time, so the newest message counts.
  await expect.poll(async () => textOf((await owner.chat(there.bot)).at(-1))).toContain('Pelanggan: Siti')
})

test("the merchant's search finds products by a part of their name, and opens them", async () => {
  const found = await search('kendi', 'Hasil untuk “kendi”')
  expect(buttonsOf(found)[0].text).toBe('Kendi Susu')
  await owner.pressOn(found, 'Kendi Susu', there)
  await owner.sees(/^Kendi Susu[\s\S]*Rp\s29\.100/, there)
})

test("the merchant's search names the shop of products and customers in a chat with several shops", async () => {
  const { start } = await linkMerchant(store.shop.app, store.shop.second.accountId)
  await owner.say(`/start ${start}`, there)
  await owner.sees('terhubung dengan second', there)
  const { displayName } = await store.shop.app
    .em('installation')
    .findOneOrFail(Account, { id: store.shop.demo.accountId }, { fields: ['displayName'] })
  expect(buttonsOf(await search('kendi', 'Hasil untuk “kendi”'))[0].text).toBe(`Kendi Susu · ${displayName}`)
  expect(textOf(await search('rahayu', 'Hasil untuk “rahayu”'))).toContain(`👤 Siti Rahayu · ${displayName}`)
})

test("the merchant's search says what can be searched if nothing matches, and shows no other shop", async () => {
  await search('tak <ada> barang', 'Tidak ada pesanan, pelanggan, atau barang yang cocok dengan “tak <ada> barang”')
  const rival = await store.merchant('Pak Joko', store.shop.second.accountId)
  await rival.say('kendi', there)
  await rival.sees('Tidak ada pesanan', there)
  const stranger = await store.person({ first_name: 'Orang' })
  await stranger.say('kendi', there)
  await stranger.sees(/dasbor|belum terhubung/, there)
})
