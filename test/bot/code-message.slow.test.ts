import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewTransfer } from '../../src/money/review-transfer.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  const serials = Array.from({ length: 12 }, (_, at) => `K-${at + 10}`).join(', ')
  await store.sell(`
products:
  - { key: kunci, kind: digital, name: Kunci, price: 25000, stock: { serials: [${serials}] } }
  - { key: langka, kind: digital, name: Langka, price: 30000, stock: { serials: [L-1] } }
`)
}, 60_000)

afterAll(async () => await store?.close())

async function orderAndPay(customer: Customer, name = 'Kunci', button = 'Bayar Rp'): Promise<void> {
  await customer.say(name)
  await customer.press(name)
  await customer.press('Beli sekarang')
  if (button.startsWith('Bayar lewat')) await customer.press('Cara lain')
  await customer.press(button)
}

async function toCode(customer: Customer, name?: string): Promise<Shown> {
  await orderAndPay(customer, name)
  await workUntil(store, customer, /Bayar sebelum/)
  return customer.sees('Bayar sebelum')
}

async function workUntilTold(customer: Customer, text: RegExp): Promise<void> {
  await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    return (await customer.chat()).some(message => text.test(textOf(message))) || undefined
  }, `${text}`)
}

async function expire(customer: Customer): Promise<void> {
  for (const minutes of [31, 10]) {
    store.shop.advance(minutes * 60)
    await store.shop.hurry()
    await store.shop.work()
  }
  await workUntilTold(customer, /Jangan dibayar\. Buat QR baru\?/)
}

const invoiceOf = (message: Shown) => /INV-\w+/.exec(textOf(message))![0]
const transferFor = (message: Shown) => store.shop.sandbox('/transfers', { invoice_id: invoiceOf(message) })
const orderOf = async (code: Shown) => {
  const [paid] = await store.shop.app.sql.query<{ order_number: string }>(
    `select order_number from store_order join order_invoice on order_invoice.order_id = store_order.id
     where order_invoice.invoice_id = $1`,
    [invoiceOf(code)],
  )
  return paid!.order_number
}
const names = (message: Shown) => buttonsOf(message).map(({ text }) => text)
const pictures = async (customer: Customer) => (await customer.chat()).filter((message: Shown) => message.photo)

async function as(customer: Customer, { message_id }: Shown): Promise<Shown> {
  return (await customer.chat()).find(message => message.message_id === message_id)
}

test('a code that is over a minute late replaces its announcement, with a new message that notifies', async () => {
  const ayu = await store.person()
  await orderAndPay(ayu)
  const announced = await ayu.sees('Menyiapkan QR')
  await eventually(async () => {
    const [waiting] = await store.shop.app.sql.query("select 1 from store_order where status = 'waiting_payment'")
    return waiting
  }, 'an order that waits for money')
  store.shop.advance(90)
  await workUntil(store, ayu, /sudah siap/)

  const code = await as(ayu, announced)
  expect(textOf(code)).toContain('Bayar sebelum')
  expect(await pictures(ayu)).toHaveLength(1)
  const ring = await ayu.sees('sudah siap')
  expect(textOf(ring)).toMatch(/^⬆️ QR pesanan ORD-\d{6}-\w{6} sudah siap\. Bayar sebelum \d\d[.:]\d\d/)
  expect(ring.reply_to_message.message_id).toBe(code.message_id)
}, 60_000)

test('after 15 seconds the bot says that the bank is slow, offers a way out, and adds the code later', async () => {
  const ayu = await store.person()
  await store.shop.sandbox('/faults', { connector: 'interactive', operation: 'charge', mode: 'error' })
  await orderAndPay(ayu)
  const announced = await ayu.sees('Menyiapkan QR')
  await workUntilTold(ayu, /Menyiapkan QR/)
  expect(textOf(await as(ayu, announced))).not.toContain('lambat')
  await eventually(async () => {
    store.shop.advance(16)
    await store.shop.hurry()
    await store.shop.work()
    return textOf(await as(ayu, announced)).includes('bank sedang lambat') || undefined
  }, 'that the bank is slow')
  expect(names(await as(ayu, announced))).toEqual(['📦 Lihat pesanan', '✖️ Batalkan'])
  await ayu.pressOn(await as(ayu, announced), 'Lihat pesanan')
  await ayu.sees(/QR belum siap: bank sedang lambat[\s\S]*Total bayar/)
  await store.shop.sandbox('/faults', { connector: 'interactive', operation: 'charge', mode: 'off' })
  await workUntilTold(ayu, /Bayar sebelum[\s\S]*INV-/)
  expect(textOf(await as(ayu, announced))).toContain('Bayar sebelum')
}, 60_000)

test('the bot does not mention a slow bank if the code came in time', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  store.shop.advance(16)
  await store.shop.hurry()
  await store.shop.work()
  expect(textOf(await as(ayu, code))).toContain('Bayar sebelum')
  expect((await ayu.chat()).map(textOf).join()).not.toContain('lambat')
}, 60_000)

test('"Buat QR baru" replaces the code in the pressed picture once, and late money does not remove it', async () => {
  const ayu = await store.person()
  const first = await toCode(ayu)
  await expire(ayu)
  const ended = await as(ayu, first)
  expect(names(ended)).toEqual(['🔄 Buat QR baru'])
  await Promise.all([1, 2, 3].map(() => ayu.pressOn(ended, 'Buat QR baru')))
  await workUntil(store, ayu, /Bayar sebelum/)

  const second = await as(ayu, first)
  expect(textOf(second)).toContain('Bayar sebelum')
  expect(invoiceOf(second)).not.toBe(invoiceOf(first))
  expect(second.photo.at(-1).file_unique_id).not.toBe(ended.photo.at(-1).file_unique_id)
  expect(await pictures(ayu)).toHaveLength(1)

  await transferFor(first)
  await workUntilTold(ayu, /setelah waktu bayarnya habis/)
  expect(textOf(await as(ayu, first))).toContain(invoiceOf(second))
  expect(names(await as(ayu, first))).toContain('🔄 Sudah bayar? Cek status')

  const { demo, app } = store.shop
  const [late] = await app.sql.query<{ id: number }>("select id from transfer where state = 'review'")
  await reviewTransfer(app, demo, { transferId: late!.id, action: 'accept', actor: 'test' })
  await ayu.sees('Ini pesananmu')
  await workUntilTold(ayu, /LUNAS/)
  const paid = await as(ayu, first)
  expect(textOf(paid)).toContain(invoiceOf(first))
  expect(names(paid)).toEqual([])
}, 60_000)

test('a customer who paid by e-wallet gets another account number, and no text mentions a QR code', async () => {
  const ayu = await store.person()
  await orderAndPay(ayu, 'Kunci', 'Bayar lewat transfer e-wallet')
  await workUntil(store, ayu, /Transfer tepat nominal ini/)
  const first = await ayu.sees('Transfer tepat nominal ini')
  store.shop.advance(42 * 60)
  await workUntilTold(ayu, /Waktu bayar pesanan/)
  await workUntilTold(ayu, /Jangan transfer lagi\. Buat tagihan baru/)
  await ayu.pressOn(await as(ayu, first), 'Buat tagihan baru')
  await workUntil(store, ayu, /Transfer tepat nominal ini/)
  expect(invoiceOf(await as(ayu, first))).not.toBe(invoiceOf(first))
  const afterOrder = (await ayu.chat()).filter(({ message_id }) => message_id >= first.message_id)
  // Invoice numbers may contain these letters.
  expect(afterOrder.map(message => textOf(message).replace(/INV-\w+/g, '')).join('\n')).not.toContain('QR')
}, 60_000)

test('if no new code can be made, the old picture stays and the reason is given', async () => {
  const [ayu, budi] = [await store.person(), await store.person({ first_name: 'Budi' })]
  const code = await toCode(ayu, 'Langka')
  await expire(ayu)
  const ended = await as(ayu, code)
  await toCode(budi, 'Langka')
  const { answer } = await ayu.pressOn(ended, 'Buat QR baru')
  // A press that was answered too early gets its message below.
  if (!answer?.text?.includes('stok baru saja habis')) await ayu.sees('stok baru saja habis')
  await eventually(async () => buttonsOf(await as(ayu, code)).length || undefined, 'the picture as it was')
  const after = await as(ayu, code)
  expect(textOf(after)).toBe(textOf(ended))
  expect(names(after)).toEqual(['🔄 Buat QR baru'])
}, 60_000)

const ends: [string, string, (customer: Customer, code: Shown) => Promise<unknown>, string, string[]][] = [
  [
    'was paid',
    'Cek status',
    async (customer, code) => {
      await transferFor(code)
      await workUntilTold(customer, /Ini pesananmu/)
    },
    'LUNAS',
    [],
  ],
  ['expired', 'Batalkan', expire, 'Kedaluwarsa', ['🔄 Buat QR baru']],
  [
    'was cancelled',
    'Cek status',
    async customer => {
      await customer.press('Batalkan')
      await customer.press('Ya, batalkan')
      await customer.sees('Dibatalkan olehmu')
    },
    'Dibatalkan',
    [],
  ],
]

test.each(ends)(
  'an unrecorded second picture of a code that %s explains itself when "%s" is pressed on it',
  async (_, button, end, told, left) => {
    const ayu = await store.person()
    await orderAndPay(ayu)
    await ayu.sees('Menyiapkan QR')
    // The announcement cannot be edited this time, and the picture sent instead never gets an answer.
    const fault = { bot: store.bot, count: 1 }
    const gone = { error_code: 400, description: 'Bad Request: message to edit not found' }
    await store.control('faults', { ...fault, ...gone, method: 'editMessageMedia' })
    await store.control('faults', { ...fault, method: 'sendPhoto', timeout_ms: 0 })
    await eventually(async () => {
      await store.shop.hurry()
      await store.shop.work()
      store.shop.advance(1)
      return (await pictures(ayu)).length === 2 || undefined
    }, 'two pictures')
    const [code, leftover] = await pictures(ayu)
    expect(textOf(leftover)).toBe(textOf(code))

    await end(ayu, code)
    await eventually(async () => textOf(await as(ayu, code)).includes(told) || undefined, told)
    expect(names(await as(ayu, leftover))).toContain('🔄 Sudah bayar? Cek status')
    await ayu.pressOn(leftover, button)
    await eventually(async () => textOf(await as(ayu, leftover)).includes(told) || undefined, told)
    expect(names(await as(ayu, leftover))).toEqual(left)
  },
  60_000,
)

test('an order cancelled without notice leaves no code to pay, and its message says nothing of it', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  const before = await ayu.chat()
  const orderNumber = await orderOf(code)
  const { app, demo } = store.shop
  await updateOrderStatus(app, demo, { orderNumber, status: 'cancelled', notify: false })
  await workUntilTold(ayu, /Tagihan ini sudah ditutup\. Jangan dibayar\./)

  const closed = await as(ayu, code)
  expect(textOf(closed)).toContain(invoiceOf(code))
  expect(names(closed)).toEqual([])
  expect(closed.photo.at(-1).file_unique_id).not.toBe(code.photo.at(-1).file_unique_id)
  const after = await ayu.chat()
  expect(after).toHaveLength(before.length)
  expect(after.map(textOf).join('\n')).not.toMatch(/[Dd]ibatalkan/)
}, 60_000)

test('a customer whose code was not sent yet is not notified of an order cancelled without notice', async () => {
  const ayu = await store.person()
  const code = await toCode(ayu)
  const orderNumber = await orderOf(code)
  const { app, demo } = store.shop
  // Forgets the message of the code, and the message that announced it.
  await app.sql.write("delete from notice where kind = 'order.code'")
  await app.sql.write('update store_order set card_message_id = null where order_number = $1', [orderNumber])
  const before = (await ayu.chat()).map(textOf)
  await updateOrderStatus(app, demo, { orderNumber, status: 'cancelled', notify: false })
  await eventually(async () => {
    const [told] = await app.sql.query("select 1 from notice where kind = 'order.code_ended' and state = 'skipped'")
    return told
  }, 'the notice is skipped')
  expect((await ayu.chat()).map(textOf)).toEqual(before)
}, 60_000)
