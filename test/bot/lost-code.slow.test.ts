import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  const serials = 'K-1, K-2, K-3'
  await store.sell(
    `products: [{ key: kunci, kind: digital, name: Kunci, price: 25000, stock: { serials: [${serials}] } }]`,
  )
}, 60_000)

afterAll(async () => await store?.close())

/** Lets Telegram accept every picture without an answer, as if the bot were killed before it stores what it sent. */
async function loseAnswers(isLost: boolean): Promise<void> {
  for (const method of ['sendPhoto', 'editMessageMedia']) {
    await store.control('faults', { bot: store.bot, method, ...(isLost ? { timeout_ms: 0 } : { off: true }) })
  }
}

const pictures = async (person: Customer) => (await person.chat()).filter((message: Shown) => message.photo)

const ends: [string, (person: Customer, code: Shown) => Promise<void>, string][] = [
  [
    'is paid',
    async (_, code) => {
      await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(textOf(code))![0] })
      await store.shop.hurry()
    },
    'LUNAS',
  ],
  [
    'is cancelled',
    async person => {
      await person.press('Batalkan')
      await person.press('Ya, batalkan')
    },
    'Dibatalkan',
  ],
  ['expires', async () => store.shop.advance(31 * 60), 'Kedaluwarsa'],
]

test.each(ends)(
  'if the result of sending a code that %s is unknown, one picture remains, without announcement or payable code',
  async (_, end, told) => {
    const ayu = await store.person()
    await ayu.say('/start')
    await ayu.press('Beli sekarang')
    await loseAnswers(true)
    await ayu.press('Bayar Rp')
    await workUntil(store, ayu, /Bayar sebelum/)
    const code = await ayu.sees('Bayar sebelum')
    await end(ayu, code)
    await store.shop.work()
    await loseAnswers(false)
    await eventually(async () => {
      await store.shop.hurry()
      await store.shop.work()
      return (await pictures(ayu)).some(message => textOf(message).includes(told)) || undefined
    }, told)
    const chat = await ayu.chat()
    expect(chat.map(textOf).join()).not.toContain('Menyiapkan QR')
    expect(chat.flatMap(buttonsOf).map(({ text }) => text)).not.toContain('🔄 Sudah bayar? Cek status')
    const codes = (await pictures(ayu)).filter(message => textOf(message).includes('INV-'))
    expect(codes.filter(({ message_id }) => message_id === code.message_id)).toHaveLength(1)
    expect(new Set(codes.map(textOf).filter(text => text.includes(told))).size).toBe(1)
  },
  60_000,
)
