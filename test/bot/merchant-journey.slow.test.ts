import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchableKinds } from '../../src/notices/notice.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

let store: Store
let owner: Customer
let partner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
  partner = await store.merchant('Pak Joko')
  await store.sell(`
products:
  - { key: biji, kind: physical, name: Biji Kopi, price: 60000, asks: [], stock: 50 }
`)
}, 60_000)

afterAll(async () => await store?.close())

async function ordered(name: string): Promise<{ buyer: Customer; number: string }> {
  const buyer = await store.person({ first_name: name })
  await buyer.say('biji')
  await buyer.press('Biji Kopi')
  await buyer.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
  await owner.sees(number, there)
  return { buyer, number }
}

async function paid(name: string): Promise<{ buyer: Customer; number: string }> {
  const order = await ordered(name)
  await order.buyer.press('Bayar Rp')
  await order.buyer.sees('Menyiapkan QR')
  // A provider that is slow on a busy machine is checked again in the next round.
  const code = await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    return (await order.buyer.chat()).find(message => textOf(message).includes('Bayar sebelum'))
  }, 'the code')
  const invoice = /INV-\w+/.exec(textOf(code))![0]
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await store.shop.hurry()
  await store.shop.work()
  await cardOf(owner, order.number, 'Pesanan dibayar')
  return order
}

/** Returns the newest message of the merchant's chat about this order that contains the text. */
async function cardOf(person: Customer, number: string, words: string | RegExp): Promise<Shown> {
  return eventually(
    async () =>
      (await person.chat(store.platform))
        .filter(message => textOf(message).includes(number) && (textOf(message) as string).match(words))
        .at(-1),
    `a card of ${number} with ${words}`,
    async () => (await person.chat(store.platform)).map(textOf).join('\n---\n'),
  )
}

test('every card of an order shows its current state in every chat of the shop, with the money received', async () => {
  const { buyer, number } = await paid('Ayu <b>')
  const card = await cardOf(owner, number, 'Pesanan dibayar')
  expect(textOf(card)).toMatch(/Uang masuk: Rp\s60\.\d{3}/)
  const link = card.entities.find((entity: Shown) => entity.type === 'text_link' || entity.type === 'text_mention')
  expect(link.url ?? `tg://user?id=${link.user?.id}`).toBe(`tg://user?id=${buyer.id}`)

  await owner.pressOn(card, 'Kerjakan', there)
  await eventually(async () => {
    const cards = (await partner.chat(store.platform)).filter(message => textOf(message).includes(number))
    return cards.length === 1 && cards.every(each => textOf(each).includes('📦 Sedang disiapkan')) ? cards : undefined
  }, 'the one card of the partner is under way')

  await buyer.sees(`Sedang disiapkan · ${number}`)
  await partner.pressOn(await cardOf(partner, number, 'Sedang disiapkan'), 'Selesaikan', there)
  for (const person of [owner, partner]) {
    const cards = await eventually(async () => {
      const all = (await person.chat(store.platform)).filter(message => textOf(message).includes(number))
      return all.every(each => textOf(each).includes('🎉 Selesai')) ? all : undefined
    }, 'every card is completed')
    for (const each of cards)
      expect(buttonsOf(each).map(({ text }) => text)).toEqual([
        '🟢 Kirim struk lewat WhatsApp',
        '↩️ Urungkan',
        '↩️ Kembalikan sebagian',
      ])
  }
  await buyer.sees(`Pesanan ${number} selesai`)
}, 90_000)

test('a courier and a number mark the order as shipped, and the buyer confirms the arrival by a press', async () => {
  const { buyer, number } = await paid('Budi')
  await owner.pressOn(await cardOf(owner, number, 'Pesanan dibayar'), 'Kirim resi', there)
  await owner.pressOn(await cardOf(owner, number, 'dikirim dengan apa'), 'AnterAja', there)
  await owner.sees(`nomor resi AnterAja untuk pesanan ${number}`, there)
  for (const wrong of ['x'.repeat(41), 'javascript:alert(1)', 'http://contoh.id/1', '<b>']) {
    const before = (await owner.chat(store.platform)).length
    await owner.say(wrong, there)
    await eventually(async () => (await owner.chat(store.platform)).length >= before + 2 || undefined, 'an answer')
    await owner.sees('Tautan diawali https://', there)
  }
  await owner.say('10001234', there)
  const told = await buyer.sees(`Pesanan ${number} dikirim`)
  expect(textOf(told)).toContain('Kurir: AnterAja\nNomor resi: 10001234')
  expect(buttonsOf(told).map(({ text }) => text)).toEqual([
    '🔎 Lacak kiriman',
    '✅ Sudah sampai',
    expect.stringContaining('Lihat pesanan'),
  ])
  expect(textOf(await cardOf(owner, number, '🚚 Dikirim'))).toContain('Nomor resi: 10001234')
  const about = (await owner.chat(store.platform)).filter(message => textOf(message).includes(number))
  expect(about.filter(message => buttonsOf(message).length > 0).length, 'messages of the order with buttons').toBe(1)
  expect(textOf(about.at(-1))).toContain('bisa menekan “Sudah sampai”')
  await buyer.pressOn(told, 'Sudah sampai')
  await buyer.sees('🎉 Selesai')
  await cardOf(owner, number, '🎉 Selesai')
}, 90_000)

test('a shipment marked by mistake is undone, and the buyer is notified', async () => {
  const { buyer, number } = await paid('Fajar')
  await owner.pressOn(await cardOf(owner, number, 'Pesanan dibayar'), 'Kirim resi', there)
  await owner.pressOn(await cardOf(owner, number, 'dikirim dengan apa'), 'GoSend', there)
  await owner.sees('nomor resi GoSend', there)
  await owner.press('Tanpa nomor', there)
  await buyer.sees(`Pesanan ${number} dikirim`)
  await owner.pressOn(await cardOf(owner, number, '🚚 Dikirim'), 'Urungkan', there)
  await buyer.sees(`pesanan ${number} belum dikirim`)
  expect(textOf(await cardOf(owner, number, '✅ Sudah dibayar'))).not.toContain('GoSend')
}, 90_000)

test('the reason of a cancellation reaches the buyer', async () => {
  const first = await ordered('Citra')
  await owner.pressOn(await cardOf(owner, first.number, 'Pesanan baru'), 'Batalkan', there)
  await owner.pressOn(await cardOf(owner, first.number, 'Pilih alasannya'), 'Stok habis', there)
  expect(textOf(await first.buyer.sees(`Pesanan ${first.number} dibatalkan`))).toContain('Alasan: Stok habis')

  const second = await ordered('Dewi')
  await owner.pressOn(await cardOf(owner, second.number, 'Pesanan baru'), 'Batalkan', there)
  await owner.pressOn(await cardOf(owner, second.number, 'Pilih alasannya'), 'Tulis alasan', there)
  await owner.sees(`alasan pembatalan pesanan ${second.number}`, there)
  await owner.say('Kurir libur', there)
  expect(textOf(await second.buyer.sees(`Pesanan ${second.number} dibatalkan`))).toContain('Alasan: Kurir libur')
  await cardOf(partner, second.number, /Alasan: Kurir libur/)
}, 90_000)

test('the seller writes to the buyer once, and neither sees a phone number', async () => {
  const { buyer, number } = await ordered('Eka')
  await owner.pressOn(await cardOf(owner, number, 'Pesanan baru'), 'Tulis ke pembeli', there)
  await owner.sees('Ketik pesan untuk Eka', there)
  await owner.say('Mau <i>diantar</i> jam berapa?', there)
  await owner.sees('Pesan dikirim ke Eka', there)
  const said = await buyer.sees('Mau <i>diantar</i> jam berapa?')
  expect(textOf(said)).toContain(`tentang pesanan ${number}`)
  expect(textOf(said)).not.toContain('Bu Sri')
  const all = (await buyer.chat()).filter(message => textOf(message).includes('jam berapa'))
  expect(all).toHaveLength(1)
}, 60_000)

test('orders are listed by their next step, and open as cards', async () => {
  const { number } = await paid('Fajar')
  await owner.say('/pesanan', there)
  const list = await cardOf(owner, number, 'Pesanan masuk · 🛠 Perlu dikerjakan')
  expect(textOf(list)).toContain('Fajar')
  await owner.pressOn(list, 'Selesai', there)
  await eventually(
    async () =>
      (await owner.chat(store.platform)).find(message => textOf(message).includes('Pesanan masuk · 🎉 Selesai')),
    'the completed ones',
  )
  await owner.press('Semua', there)
  await owner.pressOn(await cardOf(owner, number, 'Pesanan masuk · 📋 Semua'), number, there)
  await cardOf(owner, number, /^📦 Pesanan\b/)

  const stranger = await store.person({ first_name: 'Eve' })
  await stranger.say('/pesanan', there)
  await stranger.sees('belum terhubung dengan toko mana pun', there)
}, 90_000)

test("a disabled kind of notice is no longer sent, and another shop's setting does not matter", async () => {
  await owner.say('/kabar', there)
  const switches = await owner.sees('Kabar untuk', there)
  expect(buttonsOf(switches)).toHaveLength(switchableKinds.length + 1)
  await owner.pressOn(switches, 'Pesanan baru', there)
  await eventually(
    async () =>
      (await owner.chat(store.platform)).find(message =>
        buttonsOf(message).some(button => button.text === '🔕 Pesanan baru'),
      ),
    'the kind is off',
  )
  const stranger = await store.person({ first_name: 'Eve' })
  await stranger.say('/start', there)
  const hello = await stranger.sees('belum terhubung', there)
  const refused = await stranger.pressData(hello.message_id, `switch:${store.shop.demo.accountId}:0:on`, there)
  if (!refused.answer?.text) await stranger.sees('Tombol ini sudah kedaluwarsa', there)

  const buyer = await store.person({ first_name: 'Gita' })
  await buyer.say('biji')
  await buyer.press('Biji Kopi')
  await buyer.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
  const [told] = await store.shop.app.sql.query<{ count: number }>(
    `select count(*) as count from notice where kind = 'merchant.order_new' and data->>'orderNumber' = $1`,
    [number],
  )
  expect(told!.count).toBe(0)

  await owner.pressOn(await owner.sees('Kabar untuk', there), 'Pesanan baru', there)
  await eventually(
    async () =>
      (await owner.chat(store.platform)).find(message =>
        buttonsOf(message).some(button => button.text === '✅ Pesanan baru'),
      ),
    'the kind is on again',
  )
}, 60_000)

test('late money is accepted from its alert after a confirmation, and the order opens below it', async () => {
  const { buyer, number } = await ordered('Late')
  await buyer.press('Bayar Rp')
  await workUntil(store, buyer, /Bayar sebelum/)
  const invoice = /INV-\w+/.exec(textOf(await buyer.sees('Bayar sebelum')))![0]
  store.shop.advance(1805)
  await store.shop.hurry()
  await store.shop.work()
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await store.shop.hurry()
  await store.shop.work()

  const alert = await cardOf(owner, number, 'Uang datang terlambat')
  await owner.pressOn(alert, 'Lihat pesanan', there)
  await cardOf(owner, number, 'sedang diperiksa penjual')
  await owner.pressOn(await cardOf(owner, number, 'Uang datang terlambat'), 'Terima', there)
  const question = await owner.sees('Tagihannya menjadi lunas', there)
  const { status } = (await store.shop.api(`/check-payment?invoice=${invoice}`)).body
  expect(status).toBe('expired')
  await owner.pressOn(question, 'Ya, terima', there)
  await owner.sees('✅ Uang diterima', there)
  expect((await store.shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('paid')
})
