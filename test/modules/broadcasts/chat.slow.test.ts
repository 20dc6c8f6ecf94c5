import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBot } from '../../../bot/bots/add-bot.ts'
import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { buttonsOf, type Customer, eventually, openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store
let owner: Customer
let there: { bot: string }
const buyers: Customer[] = []

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell('products:\n  - { key: kopi, kind: physical, name: Kopi, price: 20000, asks: [], stock: 50 }\n')
  owner = await store.merchant('Bu Sri')
  for (const first_name of ['Ayu', 'Budi', 'Citra']) {
    const buyer = await store.person({ first_name, language_code: first_name === 'Budi' ? 'en' : 'id' })
    await buyer.say('/start')
    await buyer.sees('Kopi')
    buyers.push(buyer)
  }
}, 60_000)

afterAll(() => store.close())

test('a merchant writes a broadcast with a picture, previews it, and sends it to those who want it', async () => {
  const [ayu, budi, citra] = buyers as [Customer, Customer, Customer]
  await citra.say('/stop')
  await citra.sees('tidak akan mengirim promo')
  await owner.say('/siaran', there)
  await owner.sees('Tulis pesan untuk pelangganmu', there)
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a16207' } })
    .jpeg()
    .toBuffer()
  await store.control('messages', {
    bot: store.platform,
    from: owner.id,
    caption: 'Diskon <b>20%</b> hari ini!',
    photo: { name: 'promo.jpg', base64: picture.toString('base64') },
  })
  await owner.sees('Mau dikirim ke siapa?', there)
  const preview = await owner.sees('Diskon <b>20%</b> hari ini!', there)
  expect(preview.photo).toBeDefined()
  await owner.press('Semua pelanggan (2)', there)
  await owner.sees('Kirim siaran ini ke 2 orang?', there)
  expect((await ayu.chat()).some(message => textOf(message).includes('Diskon'))).toBe(false)
  await owner.press('Kirim ke 2 orang', there)
  await owner.sees('Siaran selesai', there)
  const got = await ayu.sees('Diskon <b>20%</b> hari ini!')
  expect(got.photo).toBeDefined()
  expect(textOf(got)).toContain('Tidak mau promo lagi? /stop')
  expect(textOf(await budi.sees('Diskon'))).toContain('No more promotions? /stop')
  expect((await citra.chat()).some(message => textOf(message).includes('Diskon'))).toBe(false)
  const done = await owner.sees('Terkirim 2 dari 2', there)
  expect(buttonsOf(done)).toEqual([])
  await ayu.press('Produk')
  await ayu.sees('Selamat datang')
}, 60_000)

test('a merchant adds a product with a picture step by step, and it can be sold immediately', async () => {
  const steps: [string, string][] = [
    ['Apa nama barangnya?', 'Brownies <b>Kukus</b>'],
    ['Jenis barangnya apa?', 'button:Dikirim ke pembeli'],
    ['Berapa harganya?', 'murah'],
    ['Harganya belum terbaca', 'Rp 45.000'],
    ['Ada berapa?', '12'],
    ['Tulis keterangan singkat', 'button:Lewati'],
  ]
  await owner.say('/tambah', there)
  for (const [question, answer] of steps) {
    await owner.sees(question, there)
    if (answer.startsWith('button:')) await owner.press(answer.slice(7), there)
    else await owner.say(answer, there)
  }
  await owner.sees('Kirim fotonya', there)
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#78350f' } })
    .jpeg()
    .toBuffer()
  const photo = { name: 'brownies.jpg', base64: picture.toString('base64') }
  await store.control('messages', { bot: store.platform, from: owner.id, photo })
  await owner.sees('Brownies <b>Kukus</b> sekarang dijual', there)
  const [ayu] = buyers as [Customer]
  await ayu.say('brownies')
  await ayu.press('Brownies')
  const shown = await ayu.sees('Tersedia 12')
  expect(shown.photo).toBeDefined()
  expect(textOf(shown)).toContain('Rp\u00a045.000')
}, 60_000)

test('codes are pasted in the wizard, a wrong photo is explained, and the photo is changed later', async () => {
  await owner.say('/tambah', there)
  await owner.sees('Apa nama barangnya?', there)
  await owner.say('Kode Pulsa', there)
  await owner.press('Digital', there)
  await owner.sees('Berapa harganya?', there)
  await owner.say('15.000', there)
  await owner.press('Tempel kode', there)
  await owner.sees('Tempel kodenya', there)
  await owner.say('PLS-1\nPLS-2\n\nPLS-2\nPLS-3', there)
  await owner.sees('Tulis keterangan singkat', there)
  await owner.say('Dikirim seketika.', there)
  await owner.sees('Kirim fotonya', there)
  await owner.say('nanti saja', there)
  await owner.sees('Itu bukan foto', there)
  await owner.press('Lewati', there)
  await owner.sees('Kode Pulsa sekarang dijual', there)
  const [ayu] = buyers as [Customer]
  await ayu.say('pulsa')
  await ayu.press('Kode Pulsa')
  expect(await ayu.sees('Sisa 3')).not.toHaveProperty('photo')

  await owner.press('Buka barang', there)
  await owner.press('Ganti foto', there)
  await owner.sees('Kirim foto baru untuk Kode Pulsa', there)
  const send = (what: object) => store.control('messages', { bot: store.platform, from: owner.id, ...what })
  await send({ document: { name: 'foto.png', base64: Buffer.from('no picture').toString('base64') } })
  await owner.sees('tidak bisa dibaca', there)
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  await send({ document: { name: 'foto.png', base64: picture.toString('base64') } })
  await owner.sees('Fotonya sudah diganti', there)
  await ayu.say('pulsa kode')
  await ayu.press('Kode Pulsa')
  await eventually(async () => (await ayu.chat()).at(-1).photo, 'the product with its new photo')
}, 60_000)

test('digital goods are a file or delivered by the seller, and the product page says which', async () => {
  const answers = async (name: string) => {
    await owner.say('/tambah', there)
    await owner.sees('Apa nama barangnya?', there)
    await owner.say(name, there)
    await owner.press('Digital', there)
    await owner.sees('Berapa harganya?', there)
    await owner.say('20rb', there)
    await owner.sees('Apa yang diterima pembeli', there)
  }
  const skip = async () => {
    await owner.sees('Tulis keterangan singkat', there)
    await owner.press('Lewati', there)
    await owner.sees('Kirim fotonya', there)
    await owner.press('Lewati', there)
  }
  await answers('Resep Rahasia')
  await owner.say('12', there)
  await owner.sees('Tekan salah satu tombol', there)
  await owner.press('Kirim file', there)
  await owner.sees('sebagai dokumen, paling besar', there)
  const document = { name: 'resep.pdf', base64: Buffer.from('%PDF-1.7 resep').toString('base64') }
  await store.control('messages', { bot: store.platform, from: owner.id, document })
  await skip()
  await owner.sees('Resep Rahasia sekarang dijual', there)
  const [file] = await store.shop.app.sql.query<{ name: string }>(
    `select f.original_name as name from variant v join product p on p.id = v.product_id
     join digital_file f on f.id = v.file_id where p.name = 'Resep Rahasia' and v.stock_mode = 'file'`,
  )
  expect(file).toEqual({ name: 'resep.pdf' })

  await answers('Jasa Jastip')
  await owner.press('Saya serahkan sendiri', there)
  await owner.sees('Ada berapa?', there)
  await owner.say('4', there)
  await skip()
  await owner.sees('Jasa Jastip sekarang dijual', there)
  const [ayu] = buyers as [Customer]
  await ayu.say('resep rahasia')
  await ayu.press('Resep Rahasia')
  await ayu.sees('Dikirim otomatis')
  await ayu.say('jasa jastip')
  await ayu.press('Jasa Jastip')
  expect(textOf(await ayu.sees('Sisa 4'))).not.toContain('Dikirim otomatis')
}, 60_000)

test('a merchant of two shops sees which shop products, orders and a broadcast belong to', async () => {
  const { app, demo, second } = store.shop
  const { start } = await linkMerchant(app, second.accountId)
  const both = await store.merchant('Bu Dua')
  await both.say(`/start ${start}`, there)
  const [mine] = await findAccounts(app, [demo.accountId])
  const [ayu] = buyers as [Customer]
  await ayu.say('kopi')
  await ayu.press('Kopi')
  await ayu.press('Beli sekarang')
  await ayu.sees('ORD-')
  const shows = (text: string, shown: string) =>
    eventually(async () => {
      await both.say(text, there)
      const chat = await both.chat(store.platform)
      return chat.find(one => textOf(one).includes(shown) || buttonsOf(one).some(({ text }) => text.includes(shown)))
    }, `${shown} after ${text}`)
  await shows('/stok', `Kopi · ${mine!.displayName}`)
  await shows('/pesanan', 'ORD-')
  const { token } = await store.control('bots', { username: 'kedua_test_bot', first_name: 'Kedua' })
  await addBot(app, { token, accountId: second.accountId, mode: 'test' })
  await both.press('Semua', there)
  await both.sees(new RegExp(`ORD-[\\s\\S]+🏪 ${mine!.displayName}`), there)
  await both.say('/siaran', there)
  const named = `${mine!.displayName} · @${store.bot}`
  await both.press(named, there)
  await both.sees('Tulis pesan untuk pelangganmu', there)
  await both.say('Diskon untuk toko ini', there)
  await both.sees(new RegExp(`🏪 ${named}[\\s\\S]+Mau dikirim ke siapa`), there)
  await both.press('Semua pelanggan', there)
  await both.sees(new RegExp(`🏪 ${named}[\\s\\S]+Kirim siaran ini ke`), there)
}, 60_000)

test('a stranger can neither read nor send a broadcast by its number', async () => {
  const eve = await store.person({ first_name: 'Eve' })
  await eve.say('/start', there)
  const { message_id } = await eve.sees('belum terhubung', there)
  for (const data of ['castgo:1:all', 'castlook:1', 'caststop:1', 'castto:1:all']) {
    await eve.pressData(message_id, data, there)
  }
  await eve.say('/siaran', there)
  await eventually(
    async () =>
      (await eve.chat(store.platform)).filter(each => textOf(each).includes('belum terhubung')).length >= 2 ||
      undefined,
    'nothing but that',
  )
  expect((await eve.chat(store.platform)).some(each => textOf(each).includes('Terkirim'))).toBe(false)
}, 60_000)
