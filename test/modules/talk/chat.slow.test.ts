import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from '../../bot/store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
shop:
  pickup: Jl. Melati 5
  free_delivery_from: 150000
  zones:
    - { name: Menteng, places: ['10310'], fee: 12000 }
    - { name: Depok, places: [Beji], fee: 25000 }
products:
  - key: barista
    kind: service
    name: Barista ke Acaramu
    price: 750000
    stock: unlimited
    description: Kembali sebelum jam lima.
  - { key: tumbler, kind: physical, name: Tumbler Warung, price: 95000, asks: [], stock: 9 }
  - { key: kopi, kind: physical, name: Kopi Susu Aren, price: 18000, asks: [], stock: 9 }
  - { key: kupon, kind: digital, name: Kupon Makan Siang, price: 40000, stock: { serials: [A-1] } }
`)
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(() => store.close())

/** Sends a text and returns the bot's answer. */
async function answerTo(person: Customer, text: string): Promise<Shown> {
  const before = (await person.chat()).length
  await person.say(text)
  return eventually(async () => {
    const chat = await person.chat()
    return chat.length > before + 1 ? chat.at(-1) : undefined
  }, `an answer to ${text}`)
}

const labels = (message: Shown): string[] => buttonsOf(message).map(({ text }: { text: string }) => text)

test('questions about the shop are answered from its rules, and can be forwarded to the seller', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Selamat datang')
  const asked: [string, ...string[]][] = [
    [
      'ongkir brp kak?',
      'Menteng: Rp\u00a012.000',
      'Depok: Rp\u00a025.000',
      'Gratis ongkir mulai belanja Rp\u00a0150.000',
    ],
    ['bisa kirim ke depok?', 'Ongkir ke Depok: Rp\u00a025.000'],
    ['buka jam berapa', 'Toko ini menerima pesanan kapan saja'],
    ['alamat dimana', 'diambil sendiri di Jl. Melati 5'],
    ['uang saya kembali', 'dikembalikan oleh penjual'],
    ['QR nya ga bisa discan', 'buat QR baru di sana', 'ada di halaman pesananmu'],
    ['bisa tambah pesanan?', 'Isi pesanan yang sudah dibuat tidak bisa diubah'],
    ['ada toko di jakarta?', 'diambil sendiri di Jl. Melati 5'],
    ['bisa bayar pake dana?', 'COD'],
    ['batal pesanan saya', 'Tidak ada pesananmu yang bisa dibatalkan'],
    ['barang rusak', 'Kirim ceritamu ini ke penjual'],
    ['ada promo?', 'Gratis ongkir mulai belanja'],
    ['hapus data saya', 'Privasi'],
    ['can I pay cash?', 'Uang tunai'],
  ]
  for (const [text, ...words] of asked) {
    const answer = await answerTo(ayu, text)
    for (const word of words) expect(textOf(answer), text).toContain(word)
    expect(labels(answer), text).toContain('💬 Kirim ini ke penjual')
  }
}, 60_000)

test('a phone number typed outside of a form is stored', async () => {
  const tuti = await store.person({ first_name: 'Tuti' })
  await tuti.say('/start')
  await tuti.sees('Selamat datang')
  expect(textOf(await answerTo(tuti, '0812-7788-9911'))).toContain('Itu nomor HP, ya?')
  const noted = await store.shop.app.sql.query(
    "select 1 from customer where regexp_replace(phone, '[^0-9]', '', 'g') like '%81277889911'",
  )
  expect(noted).toHaveLength(1)
}, 60_000)

test('a sentence finds only the products it names, and none if it names none', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Selamat datang')
  for (const text of [
    'apakah acaranya kembali sekarang',
    'bisa request tulisan nama',
    'wow',
    'kak itu rasanya kayak apa',
  ]) {
    const answer = await answerTo(ayu, text)
    expect(textOf(answer), text).toContain('Tidak ada yang cocok')
    expect(labels(answer), text).toContain('💬 Kirim ini ke penjual')
  }
  for (const [text, name] of [
    ['kopi', 'Kopi Susu Aren'],
    ['halo kak mau pesan tumblernya satu dong', 'Tumbler Warung'],
    ['kira-kira kopi susunya manis gak ya kak', 'Kopi Susu Aren'],
    ['kupon', 'Kupon Makan Siang'],
    ['tumb', 'Tumbler Warung'],
  ] as const) {
    const answer = await answerTo(ayu, text)
    expect(labels(answer)[0], text).toContain(name)
  }
}, 60_000)

test('a message about cancelling names the unpaid order and has its button', async () => {
  const ayu = await store.person()
  await ayu.say('kupon makan siang')
  await ayu.press('Kupon Makan')
  await ayu.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await ayu.sees('ORD-')))![0]
  const answer = await answerTo(ayu, 'kak saya mau cancel')
  expect(textOf(answer)).toContain(`Pesanan ${number} belum dibayar`)
  await ayu.pressOn(answer, `Batalkan ${number}`)
  await ayu.sees(`Batalkan pesanan ${number}?`)
}, 60_000)

test('a conversation stays open at both ends until a button, a command or half an hour, and no line is lost', async () => {
  const ayu = await store.person({ first_name: 'Ayu Lestari' })
  await ayu.say('/start')
  await ayu.sees('Selamat datang')
  const unknown = await answerTo(ayu, 'kak bisa bungkus kado gak')
  await ayu.pressOn(unknown, 'Kirim ini ke penjual')
  await ayu.sees('Pesanmu sudah sampai ke penjual')
  expect(textOf(await owner.sees('kak bisa bungkus kado gak', there))).toContain('Ayu Lestari')

  expect(textOf(await answerTo(ayu, 'yang warna merah'))).toBe('Sampai juga ke penjual.')
  await owner.sees('yang warna merah', there)
  await owner.press('Balas', there)
  await owner.sees('Tulis jawabanmu', there)
  await owner.say('Bisa kak', there)
  await owner.sees('Jawabanmu sudah dikirim ke Ayu Lestari', there)
  await owner.say('nanti sore ya', there)
  await ayu.sees('Bisa kak')
  await ayu.sees('nanti sore ya')

  const sent = await answerTo(ayu, 'tumbler')
  await owner.sees(/^💬 Ayu Lestari.*\n\ntumbler$/, there)
  await ayu.pressOn(sent, 'Cari barang saja')
  expect(labels(await ayu.sees('Hasil untuk “tumbler”'))[0]).toContain('Tumbler Warung')
  expect(textOf(await answerTo(ayu, 'kopi susu'))).toContain('Hasil untuk')

  await owner.press('Selesai', there)
  await owner.sees('obrolan tadi ditutup', there)
  await owner.say('catatan untuk saya sendiri', there)
  await eventually(async () => (await owner.chat(store.platform)).at(-1)?.from?.is_bot || undefined, 'an answer')
  expect((await ayu.chat()).some(message => textOf(message).includes('catatan untuk saya'))).toBe(false)

  await ayu.say('/tanya')
  await ayu.sees('Tulis pesanmu untuk penjual')
  await ayu.say('satu lagi kak')
  await eventually(
    async () => textOf((await ayu.chat()).at(-1)).includes('Pesanmu sudah sampai') || undefined,
    'that it arrived',
  )
  store.shop.advance(31 * 60)
  expect(textOf(await answerTo(ayu, 'kopi susu'))).toContain('Hasil untuk')
}, 60_000)

test('an answer never goes to another customer who wrote more recently', async () => {
  const [ayu, budi] = [await store.person({ first_name: 'Wulan' }), await store.person({ first_name: 'Budi' })]
  const writes = async (person: Customer, text: string) => {
    await person.say('/tanya')
    await person.sees('Tulis pesanmu untuk penjual')
    await person.say(text)
    return owner.sees(text, there)
  }
  const first = await writes(ayu, 'warna biru ada?')
  await owner.pressOn(first, 'Balas', there)
  await owner.say('ada kak', there)
  await owner.sees('dikirim ke Wulan', there)
  await writes(budi, 'berapa lama prosesnya?')
  const before = (await owner.chat(store.platform)).length
  await owner.say('dua hari', there)
  await eventually(async () => (await owner.chat(store.platform)).length > before + 1 || undefined, 'an answer')
  expect((await ayu.chat()).some(message => textOf(message).includes('dua hari'))).toBe(false)
  expect((await budi.chat()).some(message => textOf(message).includes('dua hari'))).toBe(false)
}, 60_000)

test('a picture without space left in the shop is refused with an explanation, while texts still work', async () => {
  const nia = await store.person({ first_name: 'Nia' })
  await nia.say('/tanya')
  await nia.sees('Tulis pesanmu untuk penjual')
  await store.shop.app.sql.write('update account set storage_bytes_max = 0')
  try {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a16207' } })
      .jpeg()
      .toBuffer()
    const photo = { name: 'rusak.jpg', base64: picture.toString('base64') }
    await store.control('messages', { bot: store.bot, from: nia.id, photo })
    await nia.sees('tidak bisa menerima gambar')
    await nia.say('/tanya')
    await nia.sees('Tulis pesanmu untuk penjual')
    await nia.say('gelas yang tiba pecah')
    await owner.sees('gelas yang tiba pecah', there)
  } finally {
    await store.shop.app.sql.write('update account set storage_bytes_max = null')
  }
}, 60_000)
