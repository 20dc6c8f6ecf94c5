import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BotRole, createBotRole } from '../../bot/role.ts'
import { botScreens, noticeViews } from '../kit/parts.ts'
import { patienceMs } from './patience.ts'
import { type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

let store: Store
let second: BotRole
let merchant: Customer

beforeAll(async () => {
  store = await openStore()
  await store.sell(`
products:
  - key: kunci
    kind: digital
    name: Kunci
    price: 25000
    stock:
      serials: [${Array.from({ length: 40 }, (_, at) => `KEY-${1000 + at}`).join(', ')}]
`)
  // Two bot roles on one database, which stand for two processes.
  second = createBotRole(store.shop.app, botScreens, noticeViews, patienceMs)
  await second.start()
  merchant = await store.merchant('Sari')
}, 60_000)

afterAll(async () => {
  await second.stop()
  await store.close()
})

async function order(customer: Customer): Promise<string> {
  await customer.say('/start')
  await customer.press('Beli sekarang')
  await customer.press('Bayar Rp')
  await customer.sees('Menyiapkan QR')
  await workUntil(store, customer, /Bayar sebelum|Pay before/)
  return invoiceOf(await customer.sees('Bayar sebelum'))
}

async function pay(invoice: string): Promise<void> {
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await store.shop.hurry()
  await store.shop.work()
}

const invoiceOf = (code: Shown) => /INV-\w+/.exec(textOf(code))![0]
const keysIn = (chat: Shown[]) => chat.flatMap(message => textOf(message).match(/KEY-\d+/g) ?? [])

/** Counts notices except those planned for later: reminders, and the question for stars. */
async function pendingNotices(): Promise<number> {
  const [row] = await store.shop.app.sql.query<{ count: number }>(
    `select count(*) from notice where state = 'pending' and kind not in ('order.code_slow', 'order.code_ending', 'order.review_ask')`,
  )
  return row!.count
}

test('a customer who unblocks the bot after the delivery gets the goods, and the merchant is notified', async () => {
  const ayu = await store.person()
  const invoice = await order(ayu)
  await store.control('blocks', { bot: store.bot, person: ayu.id, blocked: true })
  await pay(invoice)
  const told = await merchant.sees('blokir', { bot: store.platform })
  expect(textOf(told)).toContain('Ayu')
  expect(keysIn(await ayu.chat())).toEqual([])

  await store.control('blocks', { bot: store.bot, person: ayu.id, blocked: false })
  await ayu.say('/start')
  await ayu.sees('Ini pesananmu')
  expect(keysIn(await ayu.chat())).toHaveLength(1)
}, 60_000)

test('an hour without Telegram loses and duplicates nothing', async () => {
  const [ayu, budi] = [await store.person(), await store.person({ first_name: 'Budi' })]
  const invoices = [await order(ayu), await order(budi)]
  await eventually(async () => ((await pendingNotices()) === 0 ? true : undefined), 'every notice sent')
  await store.control('faults', { method: '*', error_code: 502, description: 'Bad Gateway' })
  for (const invoice of invoices) await pay(invoice)
  for (let tenMinutes = 0; tenMinutes < 6; tenMinutes++) {
    const attempts = await triesOfNotices()
    store.shop.advance(600)
    await eventually(async () => ((await triesOfNotices()) > attempts ? true : undefined), 'another try')
  }
  expect(await pendingNotices()).toBeGreaterThan(0)
  await store.control('faults', { method: '*', off: true })
  store.shop.advance(120)
  for (const customer of [ayu, budi]) {
    await customer.sees('Ini pesananmu')
    await customer.sees('LUNAS')
  }
  await eventually(async () => ((await pendingNotices()) === 0 ? true : undefined), 'every notice sent')
  const keys = [...keysIn(await ayu.chat()), ...keysIn(await budi.chat())]
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
}, 90_000)

async function triesOfNotices(): Promise<number> {
  const [row] = await store.shop.app.sql.query<{ tries: number }>(`select sum(attempts)::int as tries from notice`)
  return row!.tries
}

test('a picture that Telegram no longer has is uploaded again', async () => {
  await store.control('forgotten-files', { bot: store.bot })
  const ayu = await store.person()
  await order(ayu)
  expect((await ayu.chat()).filter(message => message.photo)).toHaveLength(1)
}, 60_000)

test('twenty simultaneous customers on two processes get one order and one key each', async () => {
  await store.control('updates', { mode: 'parallel' })
  const people = await Promise.all(Array.from({ length: 20 }, () => store.person()))
  const invoices = await Promise.all(people.map(order))
  for (const invoice of invoices) await store.shop.sandbox('/transfers', { invoice_id: invoice })
  await store.shop.hurry()
  await store.shop.work()
  await Promise.all(people.map(person => person.sees('Ini pesananmu')))
  const keys = (await Promise.all(people.map(person => person.chat()))).map(keysIn)
  expect(keys.every(each => each.length === 1)).toBe(true)
  expect(new Set(keys.flat()).size).toBe(20)
  await store.control('updates', { mode: 'normal' })
}, 90_000)
