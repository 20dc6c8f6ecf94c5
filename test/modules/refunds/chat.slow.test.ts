import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { buttonsOf, type Customer, eventually, openStore, type Store, textOf } from '../../bot/store.ts'
import { pay } from '../../orders/store.ts'

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

/** Creates a paid order, and returns it with its card in the merchant's chat. */
async function paidOrder() {
  const buyer = await store.person({ first_name: 'Ayu' })
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Beli sekarang')
  await buyer.press('Bayar Rp')
  const number = /ORD-\d{6}-\w{6}/.exec(textOf(await buyer.sees(/ORD-\d{6}-\w{6}/)))![0]
  const open = `select i.invoice_id as id from order_invoice i join store_order o on o.id = i.order_id
    where o.order_number = $1`
  const [payment] = await eventually(async () => {
    const rows = await store.shop.app.sql.query<{ id: string }>(open, [number])
    return rows.length > 0 ? rows : undefined
  }, 'an invoice')
  await store.shop.work()
  await pay(store.shop, payment!.id)
  const card = await eventually(
    async () =>
      (await owner.chat(store.platform)).findLast(
        message =>
          textOf(message).includes(number) &&
          buttonsOf(message).some(({ callback_data }) => callback_data?.startsWith('refundpart')),
      ),
    'a card with the button',
  )
  return { buyer, number, invoiceId: payment!.id, card }
}

const refunded = async (invoiceId: string) =>
  (await store.shop.api(`/check-payment?invoice=${invoiceId}`)).body as {
    final_amount: number
    refunded_amount: number | null
    refunds: { amount: number; reason: string | null }[]
  }

test('a merchant refunds a part in the chat after refused amounts and a question, and the customer is notified', async () => {
  const { buyer, number, invoiceId, card } = await paidOrder()
  const { final_amount: paid } = await refunded(invoiceId)
  const amount = randomInt(10_000, 20_000)
  await owner.pressData(card.message_id, `refundpart:${number}`, there)
  await owner.sees(`Paling banyak ${formatRupiah(paid)}`, there)
  for (const wrong of ['murah', '0', `${paid + 1}`]) {
    const before = (await owner.chat(store.platform)).length
    await owner.say(wrong, there)
    await eventually(async () => {
      const chat = await owner.chat(store.platform)
      return chat.length === before + 2 && textOf(chat.at(-1)).startsWith('Ketik nominal') ? true : undefined
    }, `${wrong} is refused`)
  }
  await owner.say(`${amount} gagang retak`, there)
  const question = await owner.sees(`Kembalikan ${formatRupiah(amount)} untuk ${number}?`, there)
  expect(textOf(question)).toContain('gagang retak')
  expect((await refunded(invoiceId)).refunded_amount).toBeNull()
  await owner.press('Ya, kembalikan', there)
  await owner.sees(`${formatRupiah(amount)} dicatat sudah dikembalikan`, there)
  expect(await refunded(invoiceId)).toMatchObject({
    refunded_amount: amount,
    refunds: [{ amount, reason: 'gagang retak' }],
  })
  await buyer.sees(formatRupiah(amount))
  // The question has been answered: pressing again does nothing.
  const yes = buttonsOf(question).find(({ text }) => text === 'Ya, kembalikan')
  await owner.pressData(question.message_id, yes.callback_data, there)
  await owner.say('/bantuan', there)
  await owner.sees('/pesanan', there)
  expect((await refunded(invoiceId)).refunds).toHaveLength(1)
}, 120_000)

test('a merchant who changes their mind refunds nothing, and a stranger never sees the question', async () => {
  const { number, invoiceId, card } = await paidOrder()
  await owner.pressData(card.message_id, `refundpart:${number}`, there)
  await owner.sees('Berapa yang dikembalikan?', there)
  const amount = randomInt(10_000, 20_000)
  await owner.say(`${amount}`, there)
  await owner.sees(`Kembalikan ${formatRupiah(amount)} untuk ${number}?`, there)
  await owner.press('Tidak jadi', there)
  const rival = await store.merchant('Pak Joko', store.shop.second.accountId)
  const greeting = await rival.sees('terhubung dengan', there)
  await rival.pressData(greeting.message_id, `refundpart:${number}`, there)
  await rival.say('/bantuan', there)
  await rival.sees('/pesanan', there)
  expect((await rival.chat(store.platform)).map(textOf).join()).not.toContain('Berapa yang dikembalikan')
  expect((await refunded(invoiceId)).refunds).toEqual([])
}, 120_000)
