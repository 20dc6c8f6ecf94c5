import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCoupon } from '../../../src/modules/coupons/bot/merchant-coupons.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { type Customer, eventually, openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: mug, kind: physical, name: Cangkir, price: 60000, asks: [], stock: 50 }
`)
  owner = await merchant('Bu Sri', store.shop.demo.accountId)
}, 60_000)

afterAll(async () => await store?.close())

async function merchant(name: string, accountId: number): Promise<Customer> {
  const { start } = await linkMerchant(store.shop.app, accountId)
  const person = await store.person({ first_name: name })
  await person.say(`/start ${start}`, there)
  await person.sees('terhubung dengan', there)
  return person
}

async function orderedWith(code: string, answer: RegExp): Promise<string> {
  const buyer = await store.person()
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Beli sekarang')
  await buyer.press('Pakai kupon')
  await buyer.sees('Ketik kode kuponnya')
  await buyer.say(code)
  return textOf(await buyer.sees(answer))
}

test('the command for a coupon accepts common notations, and nothing else becomes a coupon', () => {
  expect(readCoupon('hemat10 10%')).toEqual({ code: 'HEMAT10', worth: { percent: 10 }, usesMax: null })
  expect(readCoupon(' NGOPI Rp 5.000 ')).toEqual({ code: 'NGOPI', worth: { amount: 5000 }, usesMax: null })
  expect(readCoupon('HEMAT10 10 % 50x')).toEqual({ code: 'HEMAT10', worth: { percent: 10 }, usesMax: 50 })
  expect(readCoupon('NGOPI5 5rb')).toEqual({ code: 'NGOPI5', worth: { amount: 5000 }, usesMax: null })
  expect(readCoupon('NGOPI5 5 ribu 20x')).toEqual({ code: 'NGOPI5', worth: { amount: 5000 }, usesMax: 20 })
  for (const wrong of [
    '',
    'HEMAT5 x',
    'HEMAT',
    '10%',
    'A B 10%',
    'HEMAT10 %',
    'HEMAT10 10% x',
    'HEMAT10 -5%',
    'ÄÖÜ 5%',
  ]) {
    expect(readCoupon(wrong), wrong).toBeNull()
  }
})

test('a merchant creates a coupon in the chat, which is used once, reaches its limit, and is ended', async () => {
  await owner.say('/kupon', there)
  await owner.sees('Belum ada kupon', there)
  await owner.press('Buat kupon', there)
  await owner.sees('ketik kodenya', there)
  for (const wrong of ['HEMAT10 101%', 'HEMAT10 0%', 'HEMAT10 5000 0x']) {
    const before = (await owner.chat(store.platform)).length
    await owner.say(wrong, there)
    await eventually(async () => {
      const chat = await owner.chat(store.platform)
      return (chat.length === before + 2 && textOf(chat.at(-1)).includes('Belum terbaca')) || undefined
    }, `a question after ${wrong}`)
  }
  await owner.say('hemat10 10% 1x', there)
  await owner.sees('Kupon HEMAT10 berlaku', there)
  await owner.sees('HEMAT10 · potongan 10% · terpakai 0 dari 1', there)

  expect(await orderedWith('hemat10', /hemat Rp/)).toContain('Rp\u00a06.000')
  await orderedWith('HEMAT10', /kuota kupon itu sudah habis/)

  await owner.press('Buat kupon', there)
  await owner.say('HEMAT10 20%', there)
  await owner.sees('sudah pernah dibuat', there)
  await owner.say('NGOPI 5000', there)
  await owner.sees('Kupon NGOPI berlaku', there)
  await owner.press('Buat kupon', there)
  await owner.say('rehat', there)
  await owner.press('15%', there)
  await owner.sees('Langkah 3 dari 3: REHAT (15%)', there)
  await owner.press('Kembali', there)
  await owner.say('12%', there)
  await owner.press('50×', there)
  await owner.sees('Ada syaratnya?', there)
  await owner.press('Buat sekarang', there)
  await owner.sees('REHAT · potongan 12% · terpakai 0 dari 50', there)
  await owner.press('Akhiri NGOPI', there)
  await owner.press('Ya, akhiri', there)
  await owner.sees('Kupon NGOPI sudah diakhiri', there)
  const acts = await store.shop.app.sql.query<{ act: string }>(
    "select act from audit_entry where act like 'coupon.%' order by id",
  )
  expect(acts.map(({ act }) => act)).toEqual(['coupon.made', 'coupon.made', 'coupon.made', 'coupon.ended'])
}, 60_000)

test('a coupon has every possible term, each set by its button and removed again', async () => {
  await owner.say('/kupon', there)
  await owner.press('Buat kupon', there)
  await owner.say('LENGKAP', there)
  await owner.press('20%', there)
  await owner.press('100×', there)
  await owner.press('Belanja minimal', there)
  await owner.say('banyak', there)
  await owner.sees('Belum terbaca', there)
  await owner.say('50.000', there)
  await owner.sees('Belanja minimal: Rp\u00a050.000', there)
  await owner.press('Potongan maksimal', there)
  await owner.say('20.000', there)
  await owner.press('Per pelanggan', there)
  await owner.say('1', there)
  await owner.sees('Per pelanggan: 1×', there)
  await owner.press('Sampai tanggal', there)
  await owner.say('25/12/2001', there)
  await owner.sees('sudah lewat', there)
  await owner.say('31/12/2099', there)
  await owner.sees('Sampai tanggal: 31 Des 2099', there)
  await owner.press('Mulai tanggal', there)
  await owner.say('30/12/2099', there)
  await owner.press('✅ Mulai tanggal', there)
  await owner.press('Tanpa syarat ini', there)
  await owner.press('Barang tertentu', there)
  await owner.say('Cangkir, Teko', there)
  await owner.sees('Tidak ada barang bernama “Teko”', there)
  await owner.say('cangkir', there)
  await owner.sees('Barang tertentu: Cangkir', there)
  await owner.press('Buat sekarang', there)
  const list = textOf(await owner.sees('LENGKAP · potongan 20%', there))
  expect(list).toContain(
    'LENGKAP · potongan 20% · terpakai 0 dari 100 · belanja mulai Rp\u00a050.000 · paling banyak Rp\u00a020.000 · ' +
      'sampai 31 Des 2099 · 1× per pelanggan · untuk 1 barang',
  )
  const [coupon] = await store.shop.app.sql.query("select * from coupon where code = 'LENGKAP'")
  expect(coupon).toMatchObject({ percent: 20, uses_max: 100, per_customer_max: 1, product_keys: ['mug'] })
  expect(coupon).toMatchObject({ starts_at: null })
}, 60_000)

test("another shop's merchant ends no coupon, whatever bytes the press contains", async () => {
  const rival = await merchant('Pak Joko', store.shop.second.accountId)
  const [coupon] = await store.shop.app.sql.query<{ id: number }>("select id from coupon where code = 'HEMAT10'")
  await rival.say('/kupon', there)
  const list = await rival.sees('Belum ada kupon', there)
  for (const shop of [store.shop.demo.accountId, store.shop.second.accountId]) {
    await rival.pressData(list.message_id, `endcouponyes:${shop}:${coupon!.id}`, there)
  }
  await eventually(async () => {
    const chat = await rival.chat(store.platform)
    return chat.filter(message => textOf(message).includes('Tombol ini sudah kedaluwarsa')).length === 2 || undefined
  }, 'two refusals')
  const [still] = await store.shop.app.sql.query("select 1 from coupon where code = 'HEMAT10' and is_active")
  expect(still).toBeDefined()
}, 60_000)

test('a line after the command creates the coupon at once, and an unreadable one is explained', async () => {
  await owner.say('/kupon SERENTAK 5rb', there)
  await owner.sees('Kupon SERENTAK berlaku', there)
  await owner.sees('SERENTAK · potongan Rp', there)
  await owner.say('/kupon SERENTAK banyak', there)
  await owner.sees('Belum terbaca. Contohnya', there)
})
