import jsQrModule from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkMerchant } from '../../src/notices/link-merchant.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

// The package declares an ES module but is not one.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.sell(`
products:
  - key: kunci
    kind: digital
    name: 'Kunci <b>&"'
    price: 25000
    stock:
      serials: [${Array.from({ length: 40 }, (_, at) => `KEY-${1000 + at}`).join(', ')}]
`)
}, 60_000)

afterAll(() => store.close())

beforeEach(async () => {
  await store.control('updates', { mode: 'normal' })
})

/** Buys until the code. `found` is how the customer finds the product: /start shows it while it is the only one. */
async function toCode(customer: Customer, found = () => customer.say('/start')): Promise<Shown> {
  await found()
  await customer.press('Beli sekarang')
  await customer.sees('Stok ditahan untukmu')
  await customer.press('Bayar Rp')
  await customer.sees(/Menyiapkan QR|Bayar sebelum/)
  await waitingOrder(customer)
  await store.shop.work()
  return customer.sees('Bayar sebelum')
}

// A QR is announced before its invoice exists.
async function waitingOrder({ id }: Customer): Promise<void> {
  await eventually(async () => {
    const [order] = await store.shop.app.sql.query(
      `select 1 from store_order o join customer c on c.id = o.customer_id
       where c.telegram_user_id = $1 and o.status = 'waiting_payment'`,
      [id],
    )
    return order
  }, 'an order that waits for money')
}

async function pay(code: Shown): Promise<void> {
  const invoice = /INV-\w+/.exec(textOf(code))![0]
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await store.shop.hurry()
  await store.shop.work()
}

const isPreparing = (message: Shown) => textOf(message).includes('Menyiapkan QR')
const isPhoto = (message: Shown) => message.photo !== undefined
const goodsOf = (chat: Shown[]) => chat.filter(message => /KEY-\d/.test(textOf(message)))

test('a store with one product goes from /start to the QR code in at most 5 presses', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Kunci <b>&"')
  await ayu.press('Beli sekarang')
  await ayu.press('Bayar Rp\u00a025.000')
  await ayu.sees('Menyiapkan QR')
  await workUntil(store, ayu, /Bayar sebelum|Pay before/)
  const code = await ayu.sees('Bayar sebelum')
  expect(ayu.presses).toBeLessThanOrEqual(5)
  expect(isPhoto(code)).toBe(true)
  expect(textOf(code)).toMatch(/Total bayar: Rp\u00a025\.\d{3} \(termasuk kode unik \d{1,3}\)/)
  expect(buttonsOf(code).map(button => button.text)).toEqual([
    '🔄 Sudah bayar? Cek status',
    '🌐 Halaman bayar',
    '📋 Salin nominal',
    '✖️ Batalkan',
  ])
}, 60_000)

test('the photo of the code is at least 720 pixels wide, and another reader reads the invoice from it', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  const picture = Buffer.from(await (await fetch(code.photo.at(-1).file_url ?? code.file_url)).arrayBuffer())
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeGreaterThanOrEqual(720)
  const [charge] = await store.shop.app.sql.query<{ qris: string }>('select qris from charge where invoice_id = $1', [
    /INV-\w+/.exec(textOf(code))![0],
  ])
  expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(charge!.qris)
}, 60_000)

test('after payment the message of the code is LUNAS without buttons, and the goods are a new message', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  expect((await ayu.press('Cek status')).answer.text).toContain('Kami periksa sekarang')
  await ayu.sees(/Belum ada uang Rp/)
  await pay(code)
  const goods = await ayu.sees('Ini pesananmu')
  const chat = await ayu.chat()
  const lunas = chat.find(message => message.message_id === code.message_id)
  expect(textOf(lunas)).toContain('LUNAS')
  expect(buttonsOf(lunas)).toEqual([])
  expect(isPhoto(lunas)).toBe(true)
  expect(goods.message_id).toBeGreaterThan(code.message_id)
  const key = /KEY-\d+/.exec(textOf(goods))![0]
  expect(buttonsOf(goods)[0]).toMatchObject({ copy_text: { text: key } })

  await ayu.press('Struk')
  const receipt = await ayu.sees('Simpan pesan ini')
  expect(textOf(receipt)).toContain('Kunci <b>&"')
  expect(textOf(receipt)).toMatch(/Referensi: \S+/)

  await ayu.say('/pesanan')
  await ayu.press('ORD-')
  await ayu.press('Buka isi pesanan')
  expect(textOf(await ayu.sees('Barang dari pesananmu'))).toContain(key)
}, 60_000)

test.each(['twice', 'parallel'])(
  'with every update delivered %s there is one order, one code and one key',
  async mode => {
    const ayu = await store.person()
    await store.control('updates', { mode })
    const code = await toCode(ayu)
    await pay(code)
    await ayu.sees('Ini pesananmu')
    const chat = await ayu.chat()
    expect(chat.filter(isPhoto)).toHaveLength(1)
    expect(goodsOf(chat)).toHaveLength(1)
    const [orders] = await store.shop.app.sql.query<{ count: number }>(
      'select count(*) from store_order o join customer c on c.id = o.customer_id where c.telegram_user_id = $1',
      [ayu.id],
    )
    expect(orders!.count).toBe(1)
  },
  60_000,
)

test("a press on another person's order is answered as if the order did not exist", async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  const [check, , , cancel] = buttonsOf(code)
  const eve = await store.person({ first_name: 'Eve' })
  await eve.say('/start')
  const shown = await eve.sees('Kunci')
  const token = check.callback_data.split(':')[1]
  const foreign = [check.callback_data, cancel.callback_data]
  const others = ['drop', 'pay', 'order', 'goods', 'receipt'].map(verb => `${verb}:${token}`)
  const unknown = `order:${'x'.repeat(22)}`
  for (const data of [...foreign, ...others, unknown]) {
    const { answer } = await eve.pressData(shown.message_id, data)
    if (answer?.text) expect(answer.text).toBe('Pesanan tidak ditemukan.')
    else await eve.sees('Pesanan tidak ditemukan.')
  }
  await eve.say(`/start o_${token}`)
  await eve.sees('Pesanan tidak ditemukan.')
  expect((await eve.chat()).some(message => textOf(message).includes('ORD-'))).toBe(false)
  await store.shop.work()
  expect(textOf(await ayu.sees('Bayar sebelum'))).toContain('INV-')
}, 60_000)

test('callback data of nonsense, of 64 and of 65 bytes is harmless', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  const { message_id } = await ayu.sees('Kunci')
  const nonsense = [
    'item',
    'item:',
    'item:a:b:c',
    'buy:::::',
    'put:\u0000',
    'cat:../..:1',
    '💥'.repeat(16),
    'x'.repeat(64),
  ]
  for (const data of [...nonsense, 'x'.repeat(65), 'line:a:999999', 'pay', 'orders:-1', '__proto__', 'constructor:x']) {
    await ayu.pressData(message_id, data)
  }
  await ayu.say('/start')
  await ayu.press('Beli sekarang')
  await ayu.sees('Stok ditahan')
}, 60_000)

test('an expired code becomes Kedaluwarsa and offers a new one, which can be paid', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  store.shop.advance(31 * 60)
  await store.shop.hurry()
  await store.shop.work()
  await ayu.sees('Jangan dibayar. Buat QR baru?')
  store.shop.advance(10 * 60)
  await store.shop.hurry()
  await store.shop.work()
  const ended = (await ayu.chat()).find(message => message.message_id === code.message_id)
  expect(textOf(ended)).toContain('Kedaluwarsa')
  expect(buttonsOf(ended).map(button => button.text)).toEqual(['🔄 Buat QR baru'])

  await ayu.press('Buat QR baru')
  await eventually(async () => {
    const [order] = await store.shop.app.sql.query(
      "select 1 from store_order where status = 'waiting_payment' and invoice_count = 2",
    )
    return order
  }, 'a second invoice')
  await store.shop.work()
  const fresh = await ayu.sees('Bayar sebelum')
  expect(fresh.message_id).toBeGreaterThan(code.message_id)
  await pay(fresh)
  await ayu.sees('Ini pesananmu')
}, 60_000)

test('three quick presses of one button make one order', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  const shown = await ayu.sees('Kunci')
  const tap = () =>
    store.control('presses', { bot: store.bot, from: ayu.id, message_id: shown.message_id, button: '⚡ Beli sekarang' })
  await Promise.all([tap(), tap(), tap()])
  await ayu.sees('Stok ditahan untukmu')
  await eventually(async () => {
    const handled = await store.shop.app.sql.query("select 1 from inbox where person_id = $1 and state = 'done'", [
      ayu.id,
    ])
    return handled.length === 4 || undefined
  }, 'three taps that were handled')
  const orders = await store.shop.app.sql.query(
    'select 1 from store_order o join customer c on c.id = o.customer_id where c.telegram_user_id = $1',
    [ayu.id],
  )
  expect(orders).toHaveLength(1)
  const cards = (await ayu.chat()).filter(message => textOf(message).includes('ORD-'))
  expect(cards).toHaveLength(1)
}, 60_000)

test('five quick presses of + add five', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  const shown = await ayu.sees('Kunci')
  const plus = buttonsOf(shown).find(button => button.text === '➕').callback_data
  await Promise.all(Array.from({ length: 5 }, () => ayu.pressData(shown.message_id, plus)))
  const counted = await eventually(async () => {
    const [message] = (await ayu.chat()).filter(each => each.message_id === shown.message_id)
    return buttonsOf(message).some(button => button.text === '6') ? message : undefined
  }, 'a quantity of 6')
  expect(textOf(counted)).toContain('Rp\u00a0150.000')
}, 60_000)

test('a burst of presses of + beyond the stock gets an explanation', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  const shown = await ayu.sees('Kunci')
  const most = Number(/Tersedia (\d+)/.exec(textOf(shown))![1])
  const [, product, variant] = buttonsOf(shown)
    .find(button => button.text === '➕')
    .callback_data.split(':')
  const plus = `more:${product}:${variant}:${most - 1}`
  const answers = await Promise.all(Array.from({ length: 3 }, () => ayu.pressData(shown.message_id, plus)))
  const told = answers.filter(({ answer }) => answer?.text?.includes(`Paling banyak ${most}`))
  // Presses that were answered too early are explained by the screen.
  if (told.length === 0) await ayu.sees(`Paling banyak ${most}`)
}, 60_000)

test('the QR code replaces the message that announced it', async () => {
  const ayu = await store.person()
  await toCode(ayu)
  await eventually(async () => !(await ayu.chat()).some(isPreparing) || undefined, 'nothing that is being prepared')
}, 60_000)

test('a command in the middle of a form says that nothing was saved', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.press('Beli sekarang')
  await ayu.press('catatan')
  await ayu.sees('Ketik catatanmu')
  await ayu.say('/produk')
  await ayu.sees('Isian tadi ditutup')
  await ayu.say('Jl. Mawar 5 RT 1/2, Bandung')
  await ayu.sees('dicatat sebagai alamat kirim')
}, 60_000)

test('a customer and the seller write to each other through the bots, without phone numbers', async () => {
  const ayu = await store.person()
  await ayu.say('/tanya')
  await ayu.sees('Tulis pesanmu untuk penjual')
  const seller = await store.merchant('Bu Tini')
  await ayu.say('Bisa kirim <b>hari ini</b>?')
  await ayu.sees('Pesanmu sudah sampai ke penjual')
  await store.shop.work()
  const asked = await seller.sees('Bisa kirim <b>hari ini</b>?', { bot: store.platform })
  expect(textOf(asked)).toContain('Ayu · 🧪 UJI')
  await seller.press('Balas', { bot: store.platform })
  await seller.sees('Tulis jawabanmu', { bot: store.platform })
  await seller.say('Bisa, jam 4 ya.', { bot: store.platform })
  await seller.sees('Jawabanmu sudah dikirim', { bot: store.platform })
  await store.shop.work()
  const answer = await ayu.sees('Bisa, jam 4 ya.')
  expect(textOf(answer)).toContain('Dari penjual')

  // A swipe on the other's message answers it too, without a button.
  const swipe = (bot: string, from: number, to: Shown, said: object) =>
    store.control('messages', { bot, from, reply_to_message_id: to.message_id, ...said })
  await swipe(store.bot, ayu.id, answer, { text: 'Oke, makasih kak' })
  await ayu.sees('Pesanmu sudah sampai ke penjual')
  const thanked = await seller.sees('Oke, makasih kak', { bot: store.platform })
  await swipe(store.platform, seller.id, thanked, { text: 'Ditunggu lagi ya' })
  await ayu.sees('Ditunggu lagi ya')
  await swipe(store.platform, seller.id, thanked, { location: { latitude: -6.2, longitude: 106.8 } })
  await seller.sees('Kirim tulisan atau foto', { bot: store.platform })
}, 60_000)

test('a location and a contact sent outside of a form are kept for the next order', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Kunci')
  const send = (what: object) => store.control('messages', { bot: store.bot, from: ayu.id, ...what })
  await send({ location: { latitude: -7.7956, longitude: 110.3695 } })
  await ayu.sees('Lokasimu dicatat')
  await send({ contact: { phone_number: '+6281234567890', user_id: ayu.id } })
  await ayu.sees('Nomor HP-mu dicatat')
  const [kept] = await store.shop.app.sql.query<{ phone: string; address: string }>(
    'select phone, address from customer where telegram_user_id = $1',
    [ayu.id],
  )
  expect(kept!.phone).toBe('+6281234567890')
  expect(kept!.address).toContain('https://maps.google.com/?q=-7.795600,110.369500')
}, 60_000)

test.each([
  { language_code: 'id', start: 'Kunci', sticker: 'Stikernya lucu!', voice: 'pesan suara belum bisa didengar' },
  { language_code: 'en', start: 'Kunci', sticker: 'Nice sticker!', voice: 'can’t listen to voice messages' },
])(
  'a sticker and a voice note sent outside of a form get a friendly answer ($language_code)',
  async words => {
    const ayu = await store.person({ language_code: words.language_code })
    await ayu.say('/start')
    await ayu.sees(words.start)
    const send = (what: object) => store.control('messages', { bot: store.bot, from: ayu.id, ...what })
    await send({ sticker: { name: 'halo.png', base64: onePixel } })
    expect(buttonsOf(await ayu.sees(words.sticker)).length).toBeGreaterThan(1)
    await send({ voice: { name: 'suara.ogg', base64: 'T2dnUw==', duration: 4 } })
    expect(buttonsOf(await ayu.sees(words.voice)).length).toBeGreaterThan(1)
  },
  60_000,
)

test('a completed order can be put into the cart again', async () => {
  const ayu = await store.person()
  await pay(await toCode(ayu))
  await ayu.sees('Ini pesananmu')
  await ayu.press('Lihat pesanan')
  await ayu.press('Pesan lagi')
  expect(textOf(await ayu.sees('Keranjang'))).toContain('Kunci <b>&" × 1')
}, 60_000)

test('cancelling asks first, cancels the payment too and leaves nothing to pay', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  await ayu.press('Batalkan')
  await ayu.sees('Batalkan pesanan ORD-')
  await ayu.press('Ya, batalkan')
  await ayu.sees('Dibatalkan olehmu.')
  const ended = await ayu.sees('Tagihan ini dibatalkan')
  expect(ended.message_id).toBe(code.message_id)
  expect(buttonsOf(ended)).toEqual([])
  const invoice = /INV-\w+/.exec(textOf(code))![0]
  const checked = await store.shop.api(`/check-payment?invoice=${invoice}`)
  expect(checked.body.status).toBe('cancelled')
}, 60_000)

test('an English reader gets the same texts in English', async () => {
  const bob = await store.person({ first_name: 'Bob', language_code: 'en' })
  await bob.say('/start')
  await bob.press('Buy now')
  await bob.sees('Reserved for you until')
  await bob.press('Pay Rp')
  await bob.sees('Preparing your QR')
  await workUntil(store, bob, /Bayar sebelum|Pay before/)
  await bob.sees('Pay before')
}, 60_000)

test('physical goods ask for phone, address and note, and the merchant completes them from the card', async () => {
  const { url, start } = await linkMerchant(store.shop.app, store.shop.demo.accountId)
  expect(url).toContain(store.platform)
  const owner = await store.person({ first_name: 'Bu Sri' })
  await owner.say(`/start ${start}`, { bot: store.platform })
  await owner.sees('terhubung dengan Warung Kopi', { bot: store.platform })

  await store.sell(`
products:
  - key: biji
    kind: physical
    name: Biji Kopi
    price: 60000
    asks: [phone, address, note]
    stock: 1
`)
  const ayu = await store.person()
  await ayu.say('biji')
  await ayu.press('Biji Kopi')
  await ayu.press('Beli sekarang')
  await ayu.sees('Nomor HP')
  await ayu.say('entahlah')
  await ayu.sees('bukan nomor HP')
  await ayu.say('0812-3456-7890')
  await ayu.sees('alamat lengkap')
  await ayu.say('Jl. Melati 5 <b>&, Bandung')
  await ayu.sees('butuh catatan')
  await ayu.say('giling halus')
  const confirm = await ayu.sees('Stok ditahan')
  expect(textOf(confirm)).toContain('Alamat: Jl. Melati 5 <b>&, Bandung')
  expect(textOf(await owner.sees('Pesanan baru', { bot: store.platform }))).toContain('0812-3456-7890')

  const budi = await store.person({ first_name: 'Budi' })
  await budi.say('/start')
  await budi.say('biji')
  await budi.press('Biji Kopi')
  expect(textOf(await budi.sees('Biji Kopi\n'))).toContain('Habis')

  await ayu.press('Bayar Rp')
  await ayu.sees('Menyiapkan QR')
  await workUntil(store, ayu, /Bayar sebelum|Pay before/)
  await pay(await ayu.sees('Bayar sebelum'))
  await ayu.sees('Penjual sedang menyiapkan')
  await owner.sees('Pesanan dibayar', { bot: store.platform })
  const stranger = await store.person({ first_name: 'Eve' })
  await stranger.say('/start', { bot: store.platform })
  const hello = await stranger.sees('belum terhubung', { bot: store.platform })
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(confirm))![0]
  const refused = await stranger.pressData(hello.message_id, `done:${number}`, { bot: store.platform })
  if (!refused.answer?.text) await stranger.sees('Pesanan tidak ditemukan.', { bot: store.platform })
  expect((await store.shop.api(`/msgstore-orders?order_number=${number}`)).body.data?.status ?? 'paid').toBe('paid')

  await owner.press('Selesaikan', { bot: store.platform })
  const card = await owner.sees('🎉 Selesai', { bot: store.platform })
  expect(buttonsOf(card).map(({ text }) => text)).toEqual([
    '🟢 Kirim struk lewat WhatsApp',
    '↩️ Urungkan',
    '↩️ Kembalikan sebagian',
  ])
  await ayu.sees(`Pesanan ${number} selesai`)
}, 90_000)

test('only one customer can order the last unit, and the other learns it before paying', async () => {
  await store.sell(`
products:
  - { key: terakhir, kind: digital, name: Satu Saja, price: 15000, stock: { serials: [LAST-1] } }
`)
  const people = await Promise.all([store.person(), store.person({ first_name: 'Budi' })])
  for (const one of people) {
    await one.say('satu saja')
    await one.press('Satu Saja')
    await one.sees('Sisa 1')
  }
  await Promise.all(people.map(one => one.press('Beli sekarang')))
  const outcomes = await Promise.all(
    people.map(one => one.sees(/Stok ditahan|Yah, stok baru saja habis\. Uangmu belum terpotong\.|habis/)),
  )
  expect(outcomes.filter(message => textOf(message).includes('Stok ditahan'))).toHaveLength(1)
}, 60_000)

test('late and double money is reported to the customer and to the merchant', async () => {
  const owner = await store.merchant('Bu Sri')

  const ayu = await store.person()
  const paid = await toWalletCode(ayu)
  await pay(paid)
  await ayu.sees('Ini pesananmu')
  await pay(paid)
  await ayu.sees('sekali lagi untuk pesanan yang sudah dibayar')
  await owner.sees('Dibayar dua kali', { bot: store.platform })

  const budi = await store.person({ first_name: 'Budi' })
  const late = await toWalletCode(budi)
  store.shop.advance(45 * 60)
  await store.shop.hurry()
  await store.shop.work()
  await budi.sees('Kedaluwarsa')
  await pay(late)
  await budi.sees('setelah waktu bayarnya habis')
  await owner.sees('Uang datang terlambat', { bot: store.platform })
}, 90_000)

async function toWalletCode(customer: Customer): Promise<Shown> {
  await customer.say('kunci')
  await customer.press('Kunci')
  await customer.press('Beli sekarang')
  await customer.press('Cara lain')
  await customer.press('Bayar lewat transfer e-wallet')
  const code = await customer.sees('Transfer tepat nominal ini')
  expect(textOf(code)).toContain('081200000001')
  return code
}

test('the command menu exists in both languages', async () => {
  const names = async (values = {}) =>
    ((await store.call('getMyCommands', values)) as { command: string; description: string }[]).map(Object.values)
  expect((await names())[0]).toEqual(['start', 'Buka toko'])
  expect((await names({ language_code: 'en' }))[0]).toEqual(['start', 'Open store'])
})

test('/bahasa changes every later screen and notice', async () => {
  const ayu = await store.person()
  await ayu.say('/bahasa')
  await ayu.press('English')
  await ayu.sees('Welcome!')
  await ayu.say('kunci')
  await ayu.press('Kunci')
  await ayu.press('Buy now')
  await ayu.press('Pay Rp')
  await ayu.sees('Preparing your QR')
  await workUntil(store, ayu, /Bayar sebelum|Pay before/)
  await ayu.sees('Pay before')
}, 60_000)

test.each([
  ['/bantuan', 'Bantuan Warung Kopi'],
  ['/paysupport', 'Masalah pembayaran di Warung Kopi'],
  ['/terms', 'Ketentuan'],
  ['/privacy', 'Privasi'],
  ['/keranjang', 'Keranjang'],
  ['/pesanan', 'Pesanan saya'],
  ['/produk', 'produk'],
  ['/cari', 'Ketik nama barang'],
  ['/cari kunci', 'Hasil untuk “kunci”'],
  ['/batal', 'Tidak ada yang sedang diisi'],
  ['/entahlah', 'Perintah itu tidak dikenal'],
  ['zzzz', 'Tidak ada yang cocok'],
])('%s is answered', async (text, answer) => {
  const ayu = await store.person()
  await ayu.say(text)
  await ayu.sees(answer)
})

test('a photo of a transfer pays nothing, and its sender gets an explanation', async () => {
  const ayu = await store.person()
  await toCode(ayu, async () => {
    await ayu.say('kunci')
    await ayu.press('Kunci')
  })
  const photo = {
    name: 'bukti.png',
    base64: (
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).toString('base64'),
  }
  await store.control('messages', { bot: store.bot, from: ayu.id, photo })
  await ayu.sees('Bukti bayar tidak perlu dikirim')
  await store.shop.work()
  expect((await ayu.press('Cek status')).answer.text).toContain('Kami periksa sekarang')
  await ayu.sees(/Belum ada uang Rp/)
}, 60_000)
