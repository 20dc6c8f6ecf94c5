import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { notifyOfRestocks } from '../../src/notices/notify-of-restocks.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: kunci, kind: digital, name: Kunci, price: 25000, stock: { serials: [K-1, K-2, K-3, K-4, K-5, K-6] } }
  - { key: mug, kind: physical, name: Mug, price: 45000, asks: [], stock: 0 }
`)
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(() => store.close())

async function toCode(customer: Customer): Promise<Shown> {
  await customer.say('kunci')
  await customer.press('Kunci')
  await customer.press('Beli sekarang')
  await customer.press('Bayar Rp')
  return eventually(async () => {
    await store.shop.work()
    return (await customer.chat()).find(message => textOf(message).includes('Bayar sebelum'))
  }, 'the code')
}

async function pay(code: Shown): Promise<void> {
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(textOf(code))![0] })
  await store.shop.hurry()
  await store.shop.work()
}

const counted = async (customer: Customer, words: string, bot?: string) =>
  (await customer.chat(bot)).filter(message => message.from?.is_bot && textOf(message).includes(words)).length

/** Sends everything that is due. */
async function settle(): Promise<void> {
  await store.shop.hurry()
  await store.shop.work()
  await eventually(async () => {
    const due = await store.shop.app.sql.query(
      `select 1 from notice where state = 'pending' and next_at <= $1 and not exists (
         select 1 from notice t where t.dedupe_key = notice.edits and t.state = 'pending')`,
      [store.shop.app.now()],
    )
    return due.length === 0 || undefined
  }, 'nothing that is due')
}

test('an unpaid code sends one reminder before its deadline, and one message when it has expired', async () => {
  const ayu = await store.person()
  await toCode(ayu)
  expect(await counted(ayu, 'belum dibayar, dan waktunya')).toBe(0)
  store.shop.advance(26 * 60)
  await settle()
  const reminder = await ayu.sees('belum dibayar, dan waktunya')
  expect(textOf(reminder)).toMatch(/Total bayar: Rp\u00a025\.\d{3}/)
  expect(buttonsOf(reminder).map(button => button.text)).toContain('🔄 Sudah bayar? Cek status')
  await settle()
  expect(await counted(ayu, 'belum dibayar, dan waktunya')).toBe(1)

  store.shop.advance(15 * 60)
  await settle()
  store.shop.advance(10 * 60)
  await settle()
  const over = await ayu.sees('Waktu bayar pesanan ORD-')
  expect(buttonsOf(over).map(button => button.text)).toEqual(['🔄 Buat QR baru', '📦 Lihat pesanan'])
  await settle()
  expect(await counted(ayu, 'Waktu bayar pesanan')).toBe(1)
}, 60_000)

test('customers who have paid are not reminded', async () => {
  const ayu = await store.person()
  await pay(await toCode(ayu))
  await ayu.sees('Ini pesananmu')
  store.shop.advance(30 * 60)
  await settle()
  expect(await counted(ayu, 'belum dibayar, dan waktunya')).toBe(0)
  expect(await counted(ayu, 'Waktu bayar pesanan')).toBe(0)
}, 60_000)

test('a sold-out product notifies only the customers who asked for it, once it is back', async () => {
  const [ayu, budi] = [await store.person(), await store.person({ first_name: 'Budi' })]
  for (const one of [ayu, budi]) {
    await one.say('mug')
    await one.press('Mug')
    expect(textOf(await one.sees('Mug\n'))).toContain('Habis')
  }
  await ayu.press('Kabari kalau ada lagi')
  expect((await ayu.press('Kabari kalau ada lagi')).answer.text).toContain('kami kabari di sini')
  expect(await notifyOfRestocks(store.shop.app)).toBe(0)

  const [mug] = await store.shop.app.sql.query<{ id: string }>(
    "select v.public_id as id from variant v join product p on p.id = v.product_id where p.key = 'mug'",
  )
  await restockVariant(
    store.shop.app,
    { accountId: store.shop.demo.accountId, mode: 'test', ...commandActor },
    { variantId: mug!.id, delta: 2 },
  )
  const told = await Promise.all([notifyOfRestocks(store.shop.app), notifyOfRestocks(store.shop.app)])
  expect(told[0]! + told[1]!).toBe(1)
  await ayu.sees('Mug sudah ada lagi!')
  await settle()
  expect(await counted(ayu, 'sudah ada lagi')).toBe(1)
  expect(await counted(budi, 'sudah ada lagi')).toBe(0)
  await ayu.press('Lihat barangnya')
  expect(textOf(await ayu.sees('Sisa 2'))).toContain('Mug')
}, 60_000)

test('favourites are saved, listed and removed', async () => {
  const ayu = await store.person()
  await ayu.say('/favorit')
  await ayu.sees('Belum ada yang kamu simpan')
  await ayu.say('kunci')
  await ayu.press('Kunci')
  await ayu.press('Simpan')
  await ayu.press('Tersimpan')
  await ayu.press('Simpan')
  await eventually(
    async () =>
      (await ayu.chat()).some(each => buttonsOf(each).some(({ text }) => text === '❤️ Tersimpan')) || undefined,
    'a favourite',
  )
  await ayu.say('/favorit')
  expect(buttonsOf(await ayu.sees('Barang yang kamu simpan'))[0].text).toMatch(/^Kunci · Rp/)
}, 60_000)

test('an hour after the delivery the customer is asked for stars, and the merchant reads the review', async () => {
  const ayu = await store.person()
  await pay(await toCode(ayu))
  await ayu.sees('Ini pesananmu')
  expect(await counted(ayu, 'Gimana pesanan')).toBe(0)
  store.shop.advance(61 * 60)
  await settle()
  await ayu.sees('Gimana pesanan')
  await ayu.press('4⭐')
  await ayu.sees('⭐⭐⭐⭐ Terima kasih!')
  const told = await owner.sees('Ulasan baru', there)
  expect(textOf(told)).toContain('⭐⭐⭐⭐ · Ayu · 🧪 UJI')
  await ayu.press('Tulis ulasan')
  await ayu.sees('Tulis ulasanmu')
  await ayu.say('Cepat <b>sekali</b>!')
  await ayu.sees('Ulasanmu sudah disampaikan')
  const worded = await owner.sees('Cepat <b>sekali</b>!', there)
  expect(worded.message_id).toBe(told.message_id)

  await owner.say('/ulasan', there)
  expect(textOf(await owner.sees('Ulasan pembeli', there))).toContain('Rata-rata 4,0 dari 1 ulasan')
  await ayu.say('kunci')
  await ayu.press('Kunci')
  expect(textOf(await ayu.sees('1 ulasan'))).toContain('⭐ 4,0 (1 ulasan)')

  await ayu.say('/pesanan')
  // The list is replaced by the pressed order, in its message.
  const { message_id } = await ayu.sees('Pesanan saya')
  await ayu.press('ORD-')
  const [rated] = await store.shop.app.sql.query<{ token: string }>(
    'select o.token from review r join store_order o on o.id = r.order_id',
  )
  await ayu.pressData(message_id, `rate:${rated!.token}:1`)
  await ayu.sees('Bintangnya sudah diganti')
  const eve = await store.person({ first_name: 'Eve' })
  await eve.say('/start')
  await eve.pressData((await eve.sees('Selamat datang')).message_id, `rate:${rated!.token}:1`)
  await eve.sees('Pesanan tidak ditemukan.')
  expect(await store.shop.app.sql.query('select stars from review')).toEqual([{ stars: 1 }])
}, 60_000)

test('/stop ends promotions and /promo resumes them, and the menu follows the language on both bots', async () => {
  const ayu = await store.person()
  const stopped = async () =>
    (
      await store.shop.app.sql.query<{ is: boolean }>(
        'select promo_stopped_at is not null as is from customer where telegram_user_id = $1',
        [ayu.id],
      )
    )[0]!.is
  await ayu.say('/stop')
  await ayu.sees('tidak akan mengirim promo lagi')
  expect(await stopped()).toBe(true)
  await ayu.say('/promo')
  await ayu.sees('akan dikirim lagi')
  expect(await stopped()).toBe(false)

  await ayu.say('/bahasa')
  await ayu.press('English')
  await ayu.sees('Welcome!')
  const scope = { type: 'chat', chat_id: ayu.id }
  expect((await store.call('getMyCommands', { scope }))[0]).toEqual({ command: 'start', description: 'Open store' })
  await owner.say('/bahasa', there)
  await owner.press('English', there)
  await owner.sees('English from now on', there)
  await owner.say('/reviews', there)
  await owner.sees('Customer reviews', there)
}, 60_000)

test("a customer adds a coupon to the order and picks it up instead, as the merchant's card shows", async () => {
  await store.sell(`
shop: { delivery_fee: 10000, pickup: Jl. Melati 5, slot_minutes: 60 }
products:
  - { key: teh, kind: physical, name: Teh Poci, price: 30000, asks: [], stock: 9 }
coupons:
  - { code: HEMAT, amount: 5000, uses: 1 }
`)
  const ayu = await store.person()
  await ayu.say('teh poci')
  await ayu.press('Teh Poci')
  await ayu.press('Beli sekarang')
  await ayu.sees('Pesanan ini mau diterima bagaimana?')
  await ayu.press('Diantar')
  await ayu.sees('Kirim ke mana?')
  await ayu.say('Jl. Kenanga 14, Yogyakarta')
  expect(textOf(await ayu.sees('Ongkos kirim'))).toContain('Ongkos kirim: Rp\u00a010.000')
  await ayu.press('Pakai kupon')
  await ayu.sees('Ketik kode kuponnya')
  await ayu.say('salah')
  await ayu.sees('Kode kupon itu tidak dikenal')
  await ayu.press('Pakai kupon')
  await ayu.sees('Ketik kode kuponnya')
  await ayu.say('hemat')
  await ayu.sees('Kupon HEMAT terpakai: hemat Rp\u00a05.000')
  await ayu.press('Diambil sendiri')
  const order = await ayu.sees('Diambil sendiri di Jl. Melati 5')
  expect(textOf(order)).toMatch(/Kupon HEMAT: −Rp\u00a05\.000\nTotal: Rp\u00a025\.000/)
  await ayu.press('Pilih waktu')
  const slots = await ayu.sees('Mau diterima kapan?')
  await ayu.pressData(slots.message_id, buttonsOf(slots)[0].callback_data)
  await ayu.sees(/Waktu: \d+ \w+ 2/)
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(order))![0]
  await owner.say('/orders', there)
  await owner.press('Unpaid', there)
  await owner.press(number, there)
  expect(textOf(await owner.sees('The buyer picks it up', there))).toContain(number)
}, 60_000)

test('note, phone and address of an order are edited on its page, the address by a shared location too', async () => {
  const ayu = await store.person()
  await ayu.say('kunci')
  await ayu.press('Kunci')
  await ayu.press('Beli sekarang')
  await ayu.press('Tambah catatan')
  await ayu.sees('Ketik catatanmu')
  await ayu.say('untuk <b>adik</b>')
  await ayu.sees('Catatan: untuk <b>adik</b>')
  await ayu.press('Batalkan')
  await ayu.press('Ya, batalkan')
  await ayu.sees('Dibatalkan olehmu')

  await store.sell('products: [{ key: topi, kind: physical, name: Topi, price: 30000, stock: 5 }]')
  await ayu.say('topi')
  await ayu.press('Topi')
  await ayu.press('Beli sekarang')
  await ayu.press('Diantar')
  await ayu.sees('Nomor HP yang bisa dihubungi')
  await ayu.say('0812-3456-7890')
  await ayu.sees('Kirim ke mana')
  await ayu.say('Jl. Melati 5, Bandung')
  await ayu.sees('Alamat: Jl. Melati 5, Bandung')
  await ayu.press('Ubah HP')
  await ayu.sees('Nomor HP yang bisa dihubungi')
  await ayu.say('0811-2222-3333')
  await ayu.sees('HP: 0811-2222-3333\nAlamat')
  await ayu.press('Ubah alamat')
  await ayu.press('Kembali')
  await ayu.sees('HP: 0811-2222-3333\nAlamat: Jl. Melati 5')
  await ayu.press('Ubah alamat')
  await eventually(async () => textOf((await ayu.chat()).at(-1)).includes('Kirim ke mana') || undefined, 'the question')
  await store.control('messages', { bot: store.bot, from: ayu.id, location: { latitude: -6.9, longitude: 107.6 } })
  await ayu.sees(/HP: 0811-2222-3333\nAlamat: 📍 -6\.900000,107\.600000/)
}, 60_000)

test('a photo reaches the seller, and another comes back, through both bots', async () => {
  const ayu = await store.person()
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer()
  const photo = { name: 'rusak.jpg', base64: picture.toString('base64') }
  await ayu.say('/tanya')
  await ayu.sees('atau kirim foto')
  await store.control('messages', { bot: store.bot, from: ayu.id, photo, caption: 'Gelasnya pecah <b>' })
  await ayu.sees('Pesanmu sudah sampai')
  const brought = await owner.sees('Gelasnya pecah <b>', there)
  expect(brought.photo).toBeDefined()
  await owner.press('Reply', there)
  await owner.sees('or send a photo', there)
  await store.control('messages', { bot: store.platform, from: owner.id, photo })
  await owner.sees('Your reply has been sent', there)
  expect((await ayu.sees('Dari penjual')).photo).toBeDefined()
}, 60_000)
