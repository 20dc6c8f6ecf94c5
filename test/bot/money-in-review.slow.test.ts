import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, statusOf } from '../payments/scenario.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
  await store.sell(`
products:
  - { key: biji, kind: physical, name: Biji Kopi, price: 60000, asks: [], stock: 50 }
`)
}, 60_000)
afterAll(async () => await store?.close())

async function detected(): Promise<void> {
  await store.shop.hurry()
  await store.shop.work()
}

/** Orders, lets the invoice expire, and pays it anyway. */
async function paidLate(name: string): Promise<{ buyer: Customer; number: string; invoice: string }> {
  const buyer = await store.person({ first_name: name })
  await buyer.say('biji')
  await buyer.press('Biji Kopi')
  await buyer.press('Beli sekarang')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
  await buyer.press('Bayar Rp')
  const code = await eventually(async () => {
    await detected()
    return (await buyer.chat()).find(message => textOf(message).includes('Bayar sebelum'))
  }, 'the code')
  const invoice = /INV-\w+/.exec(textOf(code))![0]
  store.shop.advance(1805)
  await detected()
  await buyer.sees('Kedaluwarsa')
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await detected()
  await buyer.sees('Uangmu aman')
  return { buyer, number, invoice }
}

async function onPlatform(words: string | RegExp, number = ''): Promise<Shown> {
  return eventually(
    async () =>
      (await owner.chat(store.platform))
        .filter(message => textOf(message).includes(number) && (textOf(message) as string).match(words))
        .at(-1),
    `${words}`,
    async () => (await owner.chat(store.platform)).map(textOf).join('\n---\n'),
  )
}

test('an order with money in review shows the amount, warns before a second payment, and reports the refund', async () => {
  const { buyer, number } = await paidLate('Ayu')
  await buyer.press('Lihat pesanan')
  const screen = await buyer.sees(/Kami sudah menerima Rp.60\.\d{3} untuk pesanan ini/)
  expect(textOf(screen)).toContain('🔎 Uang diterima, sedang diperiksa penjual')
  expect(textOf(screen)).not.toContain('Belum dibayar')
  expect(buttonsOf(screen).some(({ text }: Shown) => text.startsWith('✅ Bayar'))).toBe(false)
  await buyer.press('Tetap bayar lagi')
  await buyer.sees(/uangmu keluar dua kali\. Tetap bayar\?/)
  await buyer.press('Tunggu kabar dulu')
  await buyer.sees('Jangan bayar lagi sebelum ada kabar')
  await buyer.press('Batalkan')
  await buyer.sees(/Kami sudah menerima Rp.60\.\d{3}\. Kalau dibatalkan, penjual yang mengembalikan uangmu/)

  // The merchant's card shows this too, and opens the money while it stays.
  const card = await onPlatform(/Perlu diperiksa: Rp.60\.\d{3}/, number)
  await owner.pressOn(card, 'Kenapa belum lunas', there)
  await onPlatform(/sudah masuk dan menunggu keputusanmu/)
  await owner.pressOn(card, 'Batalkan', there)
  await onPlatform(/Uang yang sudah masuk: Rp.60\.\d{3}\. Kembalikan semuanya/)
  const alert = await onPlatform('Uang datang terlambat')
  await owner.pressOn(alert, 'Sudah dikembalikan', there)
  await owner.pressOn(await onPlatform('Catat bahwa kamu sudah mengembalikan'), 'Ya, sudah', there)
  await buyer.sees(new RegExp(`Penjual mencatat Rp.60\\.\\d{3} untuk pesanan ${number} sudah dikembalikan`))
}, 120_000)

test('money without an invoice is assigned in the chat to a matching order, after a confirmation', async () => {
  const { shop } = store
  const payment = await create(shop, { amount: 41_000, customer_name: 'Pak Dewo' })
  const other = await create(shop, { amount: 90_000, customer_name: 'Bu Ani' })
  await shop.sandbox('/transfers', { connector: 'wallet', amount: 33_333 })
  await detected()
  const alert = await onPlatform('Uang tanpa tagihan')
  await owner.pressOn(alert, 'Untuk tagihan lain', there)
  const question = await onPlatform('untuk tagihan yang mana')
  expect(buttonsOf(question)[0].text).toContain('Pak Dewo')
  expect(
    buttonsOf(question)
      .map(({ text }: Shown) => text)
      .join(),
  ).toContain('Bu Ani')
  await owner.pressOn(question, 'Pak Dewo', there)
  const confirmation = await onPlatform(`untuk ${payment.invoice_id}`)
  expect(await statusOf(shop, payment)).toBe('pending')
  await owner.pressOn(confirmation, 'Ya, untuk tagihan ini', there)
  await onPlatform('✅ Uang diterima · 🧪 UJI')
  expect([await statusOf(shop, payment), await statusOf(shop, other)]).toEqual(['paid', 'pending'])
}, 60_000)

test('money of a replaced invoice is accepted in the chat after a question that names the other invoice', async () => {
  const { shop } = store
  const payment = await create(shop, { amount: 53_000, reference: 'NOTA-9' })
  store.shop.advance(1805)
  await detected()
  const other = await create(shop, { amount: 53_000, reference: 'NOTA-9' })
  await shop.sandbox('/transfers', { invoice_id: payment.invoice_id })
  await detected()
  const alert = await onPlatform('Uang datang terlambat', payment.invoice_id)
  await owner.pressOn(alert, 'Terima', there)
  const question = await onPlatform(`${payment.invoice_id} sudah diganti ${other.invoice_id}`)
  const yes = buttonsOf(question)[0].callback_data as string
  // A button of another question does not decide anything.
  await owner.pressData(question.message_id, yes.replace(/:\w+$/, ':0000000000'), there)
  expect(await statusOf(shop, payment)).toBe('expired')
  await owner.pressOn(question, 'Ya, terima', there)
  await onPlatform('✅ Uang diterima', payment.invoice_id)
  expect([await statusOf(shop, payment), await statusOf(shop, other)]).toEqual(['paid', 'pending'])
}, 60_000)

test('the inbox lists pending decisions, for linked shops only', async () => {
  await store.shop.sandbox('/transfers', { connector: 'wallet', amount: 44_444 })
  await detected()
  await onPlatform(/Rp.44\.444/)
  await owner.say('/uang', there)
  const inbox = await onPlatform('Uang yang perlu diperiksa')
  expect(textOf(inbox)).toMatch(/Rp.44\.444 · 🧪 UJI\n⚠️ Uang tanpa tagihan/)
  await owner.pressOn(inbox, 'Periksa Rp', there)
  await onPlatform(/⚠️ Uang tanpa tagihan · 🧪 UJI[\s\S]*Rp.44\.444[\s\S]*Tidak ada tagihan yang cocok/)
  const [{ id }] = (await store.shop.app.sql.query('select max(id) as id from transfer')) as [{ id: number }]
  const stranger = await store.person({ first_name: 'Orang lain' })
  await stranger.say('/start', there)
  const greeting = await stranger.sees('belum terhubung', there)
  for (const verb of ['seemoney', 'moneyfor', 'moneyask', 'moneydo']) {
    await stranger.pressData(greeting.message_id, `${verb}:${id}:refund`, there)
  }
  await owner.say('/uang', there)
  expect((await store.shop.app.sql.query('select state from transfer where id = $1', [id]))[0]).toEqual({
    state: 'review',
  })
  expect((await stranger.chat(store.platform)).some(message => textOf(message).includes('44.444'))).toBe(false)
}, 60_000)
