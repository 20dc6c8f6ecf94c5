import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBotRole } from '../../../bot/role.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { patienceMs } from '../../bot/patience.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from '../../bot/store.ts'
import { botScreens, noticeViews } from '../../kit/parts.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  const keys = Array.from({ length: 20 }, (_, at) => `KEY-${100 + at}`)
  await store.sell(`
products:
  - { key: kunci, kind: digital, name: Kunci Game, price: 25000, stock: { serials: [${keys.join(', ')}] } }
  - { key: satu, kind: digital, name: Tiket Terakhir, price: 25000, stock: { serials: [LAST-1] } }
  - { key: mug, kind: physical, name: Cangkir, price: 60000, asks: [note], stock: 5 }
`)
  owner = await store.person({ first_name: 'Bu Sri' })
  const { start } = await linkMerchant(store.shop.app, store.shop.demo.accountId)
  await owner.say(`/start ${start}`, there)
  await owner.sees('terhubung dengan', there)
  for (const name of ['Kunci Game', 'Tiket Terakhir']) await price(name, '150')
}, 60_000)

afterAll(async () => await store?.close())

/** Sets a price as the seller does in the chat. */
async function price(name: string, stars: string): Promise<void> {
  await owner.say('/stok', there)
  await owner.press(name, there)
  await owner.sees(new RegExp(`^${name}`), there)
  await owner.press('Stars', there)
  await owner.sees(`Berapa Stars untuk satu ${name}`, there)
  await owner.say(stars, there)
  await owner.sees(new RegExp(`^${name}[\\s\\S]*Sudah diubah`), there)
}

async function invoiceFor(person: Customer, name: string): Promise<Shown> {
  await person.say(name)
  await person.press(name)
  await person.press('pakai 150 Stars')
  return eventually(
    async () => (await person.chat()).find(message => message.invoice?.title === name),
    `an invoice for ${name}`,
  )
}

const pay = (person: Customer, invoice: Shown, more: object = {}) =>
  store.control('payments', { bot: store.bot, from: person.id, message_id: invoice.message_id, ...more })

test('a customer pays 150 Stars: the key comes at once, stays in /pesanan, and the seller is notified', async () => {
  const ayu = await store.person()
  const invoice = await invoiceFor(ayu, 'Kunci Game')
  expect(invoice.invoice).toMatchObject({ currency: 'XTR', total_amount: 150 })
  expect(buttonsOf(invoice)).toEqual([expect.objectContaining({ pay: true })])
  expect(await pay(ayu, invoice)).toMatchObject({ approved: true, charge_id: expect.stringContaining('play_') })
  const goods = await ayu.sees(/KEY-\d/)
  const key = /KEY-\d+/.exec(textOf(goods))![0]
  expect(textOf(await owner.sees('Terjual pakai Stars', there))).toContain('150 Stars')

  await ayu.say('/pesanan')
  await ayu.press('Dibeli pakai Stars')
  await ayu.press('Kunci Game')
  await eventually(async () => {
    const opened = (await ayu.chat()).filter(message => textOf(message).includes(key))
    return opened.length === 2 || undefined
  }, 'the same key again')

  // The invoice stays in the chat, but can be paid only once.
  expect(await pay(ayu, invoice)).toMatchObject({ approved: false, error_message: expect.stringContaining('sudah') })
}, 60_000)

test('a payment during a form does not answer it, and the form continues', async () => {
  const budi = await store.person({ first_name: 'Budi' })
  const invoice = await invoiceFor(budi, 'Kunci Game')
  await budi.say('Cangkir')
  await budi.press('Cangkir')
  await budi.sees('Dikirim ke alamatmu')
  await budi.press('Beli sekarang')
  await budi.sees('Penjual butuh catatan')
  await pay(budi, invoice)
  await budi.sees(/KEY-\d/)
  await budi.say('Tanpa pita, ya')
  await budi.sees(/Catatan: Tanpa pita, ya/)
}, 60_000)

test('of two simultaneous presses for the last unit one is charged, and the other refused beforehand', async () => {
  const people = await Promise.all([store.person(), store.person()])
  const invoices = await Promise.all(people.map(person => invoiceFor(person, 'Tiket Terakhir')))
  const outcomes = await Promise.all(people.map((person, at) => pay(person, invoices[at])))
  expect(outcomes.map(({ approved }) => approved).sort()).toEqual([false, true])
  const refused = outcomes.find(({ approved }) => !approved)
  expect(refused).toMatchObject({ charge_id: null, error_message: expect.stringContaining('habis') })
  await people[outcomes.findIndex(({ approved }) => approved)]!.sees('LAST-1')
}, 60_000)

test('a bot that is down after pre-checkout delivers later, and repeated updates count once', async () => {
  const rina = await store.person({ first_name: 'Rina' })
  const invoice = await invoiceFor(rina, 'Kunci Game')
  await store.control('updates', { bot: store.bot, mode: 'twice' })
  const asked = await pay(rina, invoice, { confirm: false })
  expect(asked).toMatchObject({ approved: true, charge_id: null })
  await store.role.stop()
  const paid = await store.control('payments', { bot: store.bot, from: rina.id, checkout: asked.checkout })
  expect(paid.charge_id).toMatch(/^play_/)
  const again = createBotRole(store.shop.app, botScreens, noticeViews, patienceMs)
  await again.start()
  try {
    await rina.sees(/KEY-\d/)
    await store.control('updates', { bot: store.bot, mode: 'normal' })
    const [sold] = await store.shop.app.sql.query<{ bought: number; units: number }>(
      `select count(*) as bought, count(u.id) as units from star_purchase p
       join customer c on c.id = p.customer_id left join stock_unit u on u.star_purchase_id = p.id and u.state = 'sold'
       where c.telegram_user_id = $1 and p.charge_id is not null`,
      [rina.id],
    )
    expect(sold).toEqual({ bought: 1, units: 1 })

    // Earlier sales have the same button.
    const sale = await owner.sees(/Terjual pakai Stars[\s\S]*: Rina\n/, there)
    await owner.pressOn(sale, 'Kembalikan Stars', there)
    await owner.sees('kepada Rina? Ini tidak bisa dibatalkan', there)
    await owner.press('Ya, kembalikan', there)
    await owner.sees(/Dikembalikan oleh penjual/, there)
    await rina.sees('Penjual mengembalikan 150 Stars')
    await eventually(async () => {
      await store.shop.hurry()
      return (await rina.chat()).find(
        message => message.refunded_payment?.telegram_payment_charge_id === paid.charge_id,
      )
    }, 'the Stars back at Telegram')
    await owner.sees('Sudah dikembalikan', there)
    expect((await rina.chat()).filter(message => message.refunded_payment)).toHaveLength(1)
  } finally {
    await again.stop()
  }
}, 60_000)
