import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findAddressProblem } from '../../src/orders/receiving/address-problem.ts'
import { buttonsOf, type Customer, openStore, type Store, textOf } from './store.ts'

const goods = `
shop:
  pickup: Jl. Kenari 5
  zones: [{ name: Menteng, places: ['10310-10350'], fee: 9000 }, { name: Tebet, fee: 12000 }]
products:
  - { key: biji, kind: physical, name: Biji Gayo, price: 61300, asks: [address], stock: 90 }
  - { key: seduh, kind: physical, name: Seduh Panas, price: 21700, asks: [], stock: 90, handovers: [pickup] }
  - { key: nota, kind: digital, name: Nota Rasa, price: 15900, stock: 90 }
`

let store: Store
let buyer: Customer

beforeAll(async () => {
  store = await openStore()
  await store.sell(goods)
}, 60_000)

beforeEach(async () => {
  buyer = await store.person()
})

afterAll(() => store?.close())

async function open(name: string): Promise<void> {
  const [found] = await store.shop.app.sql.query<{ id: string }>(
    'select public_id as id from product where name = $1',
    [name],
  )
  await buyer.say(`/start p_${found!.id}`)
  await buyer.sees(name)
}

async function ordersOf(): Promise<object[]> {
  return store.shop.app.sql.query(
    `select o.address, o.delivery_zone as zone, o.total::int from store_order o join customer c on c.id = o.customer_id
     where c.chat_id = $1 order by o.id`,
    [buyer.id],
  )
}

const lastText = async () => textOf((await buyer.chat()).at(-1))
const send = (values: object) => store.control('messages', { bot: store.bot, from: buyer.id, ...values })

test('an address for couriers is distinguished from one without a street or a number', () => {
  const fine = [
    'Jl. Kenari 5, Menteng',
    'perum griya asri blok c2/7',
    '📍 -6.900000,107.600000 https://maps',
    'gg mawar no.3',
  ]
  for (const text of fine) expect(findAddressProblem(text), text).toBeNull()
  for (const text of ['x', '12190', 'rumah', 'Jl. 5', '0812 3456 7890', '!!!!!!!!!!!!']) {
    expect(findAddressProblem(text), text).toBe('unusable')
  }
  expect(findAddressProblem('hello where are you')).toBe('numberless')
})

test('the bot asks again for an address without a street, and adds the postcode typed for the area', async () => {
  await open('Biji Gayo')
  await buyer.press('Beli sekarang')
  await buyer.sees('mau diterima bagaimana')
  await buyer.say('antar dong')
  await buyer.sees('Tekan salah satu tombolnya')
  await buyer.press('Diantar')
  await buyer.sees('Kirim ke mana')
  expect(textOf(await buyer.sees('mau diterima bagaimana'))).toContain('🛵 Diantar')
  await buyer.say('x')
  await buyer.sees('Kurir belum bisa menemukan')
  await buyer.say('belakang masjid raya')
  await buyer.sees('belum ada nomornya')
  await buyer.say('RT 2')
  await buyer.sees('Diantar ke mana?')
  await send({ location: { latitude: -6.2, longitude: 106.8 } })
  await buyer.sees('belum tahu daerahmu')
  await buyer.say('10320')
  const order = await buyer.sees('Alamat: belakang masjid raya, RT 2, 10320')
  expect(textOf(order)).toContain('Menteng')
  expect(await ordersOf()).toEqual([{ address: 'belakang masjid raya, RT 2, 10320', zone: 'Menteng', total: 70_300 }])
})

test("the bot chooses the area by the customer's location, and says if no area covers it", async () => {
  const around = `zones: [{ name: Tebet, fee: 12000, around: '-6.226, 106.858, 2 km' }, { name: Lain, fee: 18000 }]`
  await store.sell(goods.replace(/zones: .*/, around))
  await open('Biji Gayo')
  await buyer.press('Beli sekarang')
  await buyer.press('Diantar')
  await buyer.say('Jl. Kenanga 14 pagar hijau')
  await buyer.sees('Kirim lokasi lewat 📎 juga bisa')
  await send({ location: { latitude: -6.597, longitude: 106.799 } })
  await buyer.sees('belum mengantar ke luar daerah')
  await send({ location: { latitude: -6.23, longitude: 106.86 } })
  await buyer.sees(/Alamat: Jl\. Kenanga 14 pagar hijau, 📍 -6\.230000,106\.860000/)
  expect(await ordersOf()).toMatchObject([{ zone: 'Tebet', total: 73_300 }])
  await store.sell(goods)
})

test('the bot accepts an address without a house number if the customer sends it again', async () => {
  await open('Biji Gayo')
  await buyer.press('Beli sekarang')
  await buyer.press('Diantar')
  for (const _ of [1, 2]) {
    await buyer.sees(/Kirim ke mana|belum ada nomornya/)
    await buyer.say('Dusun Sukamaju rumah pak lurah')
    await buyer.sees('belum ada nomornya')
  }
  await buyer.sees('Diantar ke mana?')
  await buyer.press('Tebet')
  await buyer.sees('Alamat: Dusun Sukamaju rumah pak lurah')
})

test('the bot keeps asking for a coupon after a code that does not exist', async () => {
  await store.sell('coupons: [{ code: RASA7, amount: 1700 }]')
  await open('Nota Rasa')
  await buyer.press('Beli sekarang')
  await buyer.press('Pakai kupon')
  await buyer.sees('Ketik kode kuponnya')
  await buyer.say('salah')
  await buyer.sees('Ketik kode yang lain')
  await buyer.say('rasa7')
  await buyer.sees('Kupon RASA7 terpakai')
})

test('the text sent after the stars becomes the review, which stays without words otherwise', async () => {
  await open('Nota Rasa')
  await buyer.press('Beli sekarang')
  const { message_id } = await buyer.sees('ORD-')
  const { sql } = store.shop.app
  const finish = `update store_order o
    set status = 'completed', paid_at = now(), completed_at = now(), held_until = null from customer c
    where c.id = o.customer_id and c.chat_id = $1 returning o.token`
  const [order] = await sql.query<{ token: string }>(finish, [buyer.id])
  await buyer.pressData(message_id, `rate:${order!.token}:4`)
  await buyer.sees('Ketik saja di sini')
  await buyer.say('Lumayan enak')
  await buyer.sees('Ulasanmu sudah disampaikan')
  const reviews = await sql.query(
    'select r.stars, r.text from review r join store_order o on o.id = r.order_id where o.token = $1',
    [order!.token],
  )
  expect(reviews).toEqual([{ stars: 4, text: 'Lumayan enak' }])
  await buyer.press('Ganti bintang')
  await buyer.press('2⭐')
  await buyer.sees('⭐⭐ Bintangnya sudah diganti')
  const rating = await sql.query(
    `select r.stars, p.reviews::int, p.stars::int as sum from review r join store_order o on o.id = r.order_id
     join product_rating p on p.account_id = r.account_id and p.mode = r.mode where o.token = $1`,
    [order!.token],
  )
  expect(rating).toEqual([{ stars: 2, reviews: 1, sum: 2 }])
  await buyer.say('/produk')
  await buyer.sees('Pilih')
  expect((await buyer.chat()).some(one => textOf(one).includes('Isian tadi ditutup'))).toBe(false)
})

test('a location or phone number sent while an order waits can also be used for that order', async () => {
  await open('Biji Gayo')
  await buyer.press('Beli sekarang')
  await buyer.press('Diantar')
  await buyer.say('Jl. Anggrek 61, 10320')
  await buyer.sees('Alamat: Jl. Anggrek 61, 10320')
  await send({ location: { latitude: -6.3, longitude: 106.9 } })
  await buyer.press('Pakai juga untuk ORD-')
  await buyer.sees('Diantar ke mana?')
  await buyer.press('Tebet')
  await buyer.sees(/Alamat: 📍 -6\.300000,106\.900000/)
  expect(await ordersOf()).toMatchObject([{ zone: 'Tebet', total: 73_300 }])
  await buyer.say('0812-6044-7719')
  await buyer.sees('Itu nomor HP')
  await buyer.press('Pakai juga untuk ORD-')
  await buyer.sees('HP: 0812-6044-7719')
})

test('the bot asks again for a mobile number that is too short', async () => {
  await store.sell(`
products:
  - { key: antar, kind: service, name: Antar Galon, price: 17600, asks: [phone], stock: 90 }
`)
  await open('Antar Galon')
  await buyer.press('Beli sekarang')
  await buyer.sees('Nomor HP yang bisa dihubungi')
  await buyer.say('08126044')
  await buyer.sees('Itu bukan nomor HP')
  await store.sell(goods)
})

test('a favourite that was sold out when it was saved notifies the customer once it is back', async () => {
  const stockTo = (available: number) =>
    store.shop.app.sql.write(
      `update stock set available = $1 where variant_id in (
         select v.id from variant v join product p on p.id = v.product_id where p.name = 'Nota Rasa')`,
      [available],
    )
  await stockTo(0)
  await open('Nota Rasa')
  await buyer.press('Simpan')
  const wishes = () =>
    store.shop.app.sql.query(
      'select 1 from restock_wish w join customer c on c.id = w.customer_id where c.chat_id = $1',
      [buyer.id],
    )
  await expect.poll(wishes).toHaveLength(1)
  await stockTo(90)
})

test('the bot says that it does not read edited messages, and keeps its question', async () => {
  await open('Biji Gayo')
  await buyer.press('Beli sekarang')
  await buyer.press('Diantar')
  await buyer.sees('Kirim ke mana')
  await buyer.say('Jl. Mawr 3, Menteng')
  await buyer.sees('Diantar ke mana?')
  const wrote = (await buyer.chat()).findLast(one => textOf(one) === 'Jl. Mawr 3, Menteng')
  const edit = { bot: store.bot, from: buyer.id, message_id: wrote.message_id, text: 'Jl. Mawar 3, Menteng' }
  expect((await store.control('edits', edit)).update_id).toBeGreaterThan(0)
  await buyer.sees('tidak terbaca di sini')
  await buyer.press('Tebet')
  await buyer.sees('Alamat: Jl. Mawr 3, Menteng')
})

test('the customer is notified once that an order can be picked up, and the order is being processed', async () => {
  const there = { bot: store.platform }
  const owner = await store.merchant('Bu Sri')
  await open('Seduh Panas')
  await buyer.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees('ORD-')))![0]
  const { sql } = store.shop.app
  await owner.say(number, there)
  await owner.sees(number, there)
  expect(buttonsOf((await owner.chat(there.bot)).at(-1)).some(({ text }) => text.includes('Siap diambil'))).toBe(false)
  const pay = "update store_order set status = 'paid', paid_at = now(), held_until = null where order_number = $1"
  await sql.query(pay, [number])
  await owner.say(number, there)
  for (const _ of [1, 2]) {
    await owner.press('Siap diambil', there)
    await owner.sees('Pelanggan dikabari bahwa pesanannya siap', there)
  }
  expect(textOf(await buyer.sees(`Pesanan ${number} sudah siap`))).toContain('Silakan diambil di Jl. Kenari 5')
  expect((await buyer.chat()).filter(one => textOf(one).includes('sudah siap'))).toHaveLength(1)
  expect(await sql.query('select status from store_order where order_number = $1', [number])).toEqual([
    { status: 'processing' },
  ])
  await owner.press('Batalkan', there)
  await owner.press('Permintaan pembeli', there)
  await buyer.sees('Alasan: Permintaan pembeli.')
  await buyer.say('/pesanan')
  await buyer.press(number)
  await buyer.sees(/Dibatalkan oleh penjual\.\nAlasan: Permintaan pembeli/)
})

test('before the order, the bot names the goods that limit the whole cart to one way of delivery', async () => {
  let filled = 1
  for (const name of ['Biji Gayo', 'Seduh Panas']) {
    await open(name)
    await buyer.press('Masukkan keranjang')
    await expect
      .poll(async () => (await buyer.chat()).flatMap(buttonsOf).filter(one => one.text.includes('Keranjang (')).length)
      .toBe(filled++)
  }
  await buyer.say('/keranjang')
  await buyer.press('Pesan Rp')
  const question = await buyer.sees('Seduh Panas hanya bisa: 🏪 Diambil sendiri')
  expect(await ordersOf()).toEqual([])
  await buyer.pressOn(question, 'Diambil sendiri')
  await buyer.sees('Jl. Kenari 5')
  expect(await ordersOf()).toMatchObject([{ address: null, total: 83_000 }])
})

test('the bot asks again if a price has risen since the product or the cart was shown', async () => {
  await open('Nota Rasa')
  const page = await buyer.sees('Nota Rasa')
  await buyer.press('Masukkan keranjang')
  await buyer.say('/keranjang')
  const cart = await buyer.sees(/Total: Rp\s15\.900/)
  await store.shop.app.sql.query(
    "update variant set price = 17100 where product_id = (select id from product where name = 'Nota Rasa')",
  )
  await buyer.pressOn(page, 'Beli sekarang')
  await buyer.sees(/dari Rp\s15\.900 jadi Rp\s17\.100/)
  await buyer.pressOn(cart, 'Pesan Rp')
  const again = await buyer.sees(/Total: Rp\s17\.100[\s\S]*dari Rp\s15\.900 jadi/)
  expect(await ordersOf()).toEqual([])
  await buyer.pressOn(again, 'Pesan Rp')
  await expect.poll(ordersOf).toMatchObject([{ total: 17_100 }])
})

test('the bot says that the shop is closed on its first page, on products and before any question', async () => {
  const { app } = store.shop
  const holidays = JSON.stringify([{ day: app.calendar.formatDay(app.now()), note: '' }])
  const close = (days: string) => app.sql.query('update shop_rules set holidays = $1::jsonb', [days])
  await close(holidays)
  await buyer.say('/start')
  await buyer.sees('Toko sedang tutup')
  await open('Biji Gayo')
  expect(textOf(await buyer.sees('Biji Gayo'))).toContain('Toko sedang tutup')
  await buyer.press('Beli sekarang')
  await expect.poll(lastText).toContain('Toko sedang tutup')
  expect((await buyer.chat()).some(one => textOf(one).includes('mau diterima bagaimana'))).toBe(false)
  await open('Nota Rasa')
  const page = await buyer.sees('Nota Rasa')
  expect(textOf(page)).toContain('Dikirim penjual lewat chat ini')
  expect(buttonsOf(page).length).toBeGreaterThan(0)
  await close('[]')
})
