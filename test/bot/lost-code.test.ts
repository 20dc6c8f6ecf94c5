import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, openStore, type Store, textOf, workUntil } from './store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.sell(`products: [{ key: kunci, kind: digital, name: Kunci, price: 25000, stock: { serials: [K-1] } }]`)
}, 60_000)

afterAll(async () => await store?.close())

test('a code whose sending nobody knows of, paid from that very picture, leaves no card that says it is being prepared', async () => {
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.press('Beli sekarang')
  // Telegram takes every picture, and no answer comes back: as when the bot is killed before it stores the number.
  await store.control('faults', { bot: store.bot, method: 'sendPhoto', timeout_ms: 0 })
  await ayu.press('Bayar Rp')
  await ayu.sees('Menyiapkan QR')
  await workUntil(store, ayu, /Bayar sebelum/)
  const code = textOf(await ayu.sees('Bayar sebelum'))
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(code)![0] })
  await store.shop.hurry()
  await store.control('faults', { bot: store.bot, method: 'sendPhoto', off: true })
  await workUntil(store, ayu, /Ini pesananmu/)
  const isAnnounced = async () => (await ayu.chat()).some(message => textOf(message).includes('Menyiapkan QR'))
  await eventually(async () => {
    await store.shop.work()
    return !(await isAnnounced()) || undefined
  }, 'a chat without the announcement')
  expect((await ayu.chat()).map(textOf).join()).toContain('LUNAS')
}, 60_000)
