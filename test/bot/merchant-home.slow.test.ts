import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readParcelNumbers } from '../../bot/screens/merchant/merchant-ship-many.ts'
import { type Customer, eventually, openStore, type Store, textOf } from './store.ts'

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
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(async () => await store?.close())

async function ordered(): Promise<string> {
  const buyer = await store.person()
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Beli sekarang')
  // The shop delivers everything, so the chat asks for the address.
  await buyer.sees(/alamat/i)
  await buyer.say('Jl. Kopi 1, Yogyakarta')
  const card = await buyer.sees(/ORD-\d{6}-\w{6}/)
  const orderNumber = /ORD-\d{6}-\w{6}/.exec(textOf(card))![0]
  await buyer.press('Bayar Rp')
  const code = await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    return (await buyer.chat()).map(textOf).find(text => text.includes('Bayar sebelum'))
  }, 'a code')
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(code)![0] })
  await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    const chat = await owner.chat(store.platform)
    return (
      chat.some(message => /Pesanan dibayar/.test(textOf(message)) && textOf(message).includes(orderNumber)) ||
      undefined
    )
  }, 'the news of the money')
  return orderNumber
}

/** Returns the text that a button of a card writes in WhatsApp. */
function sent(card: Card, button: string): string {
  const found = card.reply_markup.inline_keyboard.flat().find(({ text }) => text.includes(button))
  expect(found?.url).toMatch(/^https:\/\/wa\.me\/\d*\?text=/)
  return new URL(found!.url!).searchParams.get('text')!
}

interface Card {
  reply_markup: { inline_keyboard: { text: string; url?: string }[][] }
}

const cardsOf = async (orderNumber: string) => {
  const chat = await owner.chat(store.platform)
  return chat.filter(message => textOf(message).includes(`${orderNumber} ·`) && textOf(message).includes('Cangkir'))
}

describe('the home of a merchant’s chat', () => {
  test("a merchant's home has the day's figures, a button for every tool, and a permanent keyboard", async () => {
    await owner.say('/start', there)
    const home = await owner.sees('Hari ini:', there)
    const names = home.reply_markup.inline_keyboard.flat().map((button: { text: string }) => button.text)
    for (const tool of [
      'Pesanan',
      'Uang',
      'Barang',
      'Statistik',
      'Kupon',
      'Siaran',
      'Ulasan',
      'Kabar',
      'Hari sampai',
    ]) {
      expect(
        names.some((name: string) => name.includes(tool)),
        tool,
      ).toBe(true)
    }
    const before = (await owner.chat(store.platform)).length
    await owner.press('Statistik', there)
    await owner.press('Menu', there)
    await owner.sees('Hari ini:', there)
    expect((await owner.chat(store.platform)).length).toBe(before)
  })

  test('a word of the keyboard is a command, even in the middle of a form', async () => {
    await owner.say('/kupon', there)
    await owner.press('Buat kupon', there)
    await owner.sees('ketik kodenya', there)
    await owner.say('📦 Pesanan', there)
    await owner.sees('Pesanan masuk', there)
    const [made] = await store.shop.app.sql.query('select 1 from coupon')
    expect(made).toBeUndefined()
  })

  test('a button sets the days until an order counts as received', async () => {
    await owner.say('🏠 Menu', there)
    await owner.press('Hari sampai', there)
    await owner.press('3 hari', there)
    await owner.sees('dianggap sampai setelah 3 hari', there)
    const [rules] = await store.shop.app.sql.query('select receive_after_days from shop_rules')
    expect(rules).toEqual({ receive_after_days: 3 })
  })
})

describe('orders in a merchant’s chat', () => {
  test('an order has one card, which is sent again below as a new message once it is paid', async () => {
    const orderNumber = await ordered()
    // The card above is removed once the new one exists.
    await expect.poll(() => cardsOf(orderNumber)).toHaveLength(1)
    const cards = await cardsOf(orderNumber)
    expect(textOf(cards[0])).toContain('Pesanan dibayar')
    expect(sent(cards[0], 'Kirim struk lewat WhatsApp')).toMatch(/^Halo \w+, pembayaran .*\n.*\nStruk: http/)
  }, 60_000)

  test('several orders are shipped by one courier at once, and each keeps its own tracking number', async () => {
    await ordered()
    await owner.say('/pesanan', there)
    await owner.press('Kirim sekaligus', there)
    const list = textOf(await owner.sees('2 pesanan siap dikirim', there))
    const numbers = [...list.matchAll(/ORD-\d{6}-\w{6}/g)].map(([number]) => number)
    await owner.press('JNE', there)
    await owner.sees('Ketik nomor resi JNE', there)
    await owner.say('1 JX1\n2 JX2\n3 JX3', there)
    await owner.sees('Belum terbaca', there)
    await owner.say('JX111\n2. JX222', there)
    await owner.sees('Sudah diserahkan ke kurir', there)
    const left = (await owner.chat(store.platform)).map(textOf)
    expect(left.filter(text => /siap dikirim|kurir yang mana|Ketik nomor resi/.test(text))).toEqual([])
    const rows = await store.shop.app.sql.query(
      `select order_number, courier, tracking_number from store_order where shipped_at is not null order by id`,
    )
    expect(rows).toEqual([
      { order_number: numbers[0], courier: 'jne', tracking_number: 'JX111' },
      { order_number: numbers[1], courier: 'jne', tracking_number: 'JX222' },
    ])
    await owner.say('/pesanan', there)
    await owner.press('Semua', there)
    await owner.press(numbers[0]!, there)
    const card = await eventually(
      async () => (await cardsOf(numbers[0]!)).find(each => textOf(each).includes('JX111')),
      'the card of a shipped order',
    )
    expect(sent(card, 'Kabari lewat WhatsApp')).toContain('sudah dikirim.\nCangkir')
    expect(sent(card, 'Kabari lewat WhatsApp')).toContain('Kurir: JNE, resi JX111')
  }, 60_000)

  test('two simultaneous presses of the ship button ship and notify once', async () => {
    const orderNumber = await ordered()
    // A press on the card above is lost if that is removed first.
    await expect.poll(() => cardsOf(orderNumber)).toHaveLength(1)
    const [card] = await cardsOf(orderNumber)
    await Promise.all([owner.pressOn(card, 'Selesaikan', there), owner.pressOn(card, 'Selesaikan', there)])
    await eventually(
      async () => {
        await store.shop.work()
        const [done] = await cardsOf(orderNumber)
        return (done && textOf(done).includes('Selesai. Pelanggan dikabari')) || undefined
      },
      'a completed order',
      async () => (await cardsOf(orderNumber)).map(textOf).join('\n---\n'),
    )
    await eventually(async () => {
      await store.shop.work()
      const waiting = await store.shop.app.sql.query(
        `select 1 from notice where kind = 'merchant.order_card' and state = 'pending'
         union all select 1 from inbox where state = 'received'`,
      )
      return waiting.length === 0 || undefined
    }, 'both taps and the changes of the card behind them')
    const cards = await cardsOf(orderNumber)
    expect(cards.map(textOf)).toEqual([expect.stringContaining('Selesai. Pelanggan dikabari')])
    const told = await store.shop.app.sql.query(`select 1 from notice where kind = 'order.completed'`)
    expect(told).toHaveLength(1)
  }, 60_000)
})

test('tracking numbers go to the orders in sequence, or to the one they name', () => {
  expect(readParcelNumbers('', 2)).toEqual(
    new Map([
      [0, ''],
      [1, ''],
    ]),
  )
  expect(readParcelNumbers('A1\nB2', 2)).toEqual(
    new Map([
      [0, 'A1'],
      [1, 'B2'],
    ]),
  )
  expect(readParcelNumbers('2. B2', 2)).toEqual(new Map([[1, 'B2']]))
  for (const wrong of ['A\nB\nC', '3 X', '1 A\n1 B', '<b>', 'https://x'])
    expect(readParcelNumbers(wrong, 2), wrong).toBeNull()
})
