import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from '../../bot/store.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'

let store: Store
let owner: Customer

beforeAll(async () => {
  store = await openStore()
  await store.sell('products: [{ key: kopi, kind: physical, name: Kopi 50000, price: 18000, stock: 3 }]')
  owner = await store.merchant('Bu Sri')
}, 60_000)

afterAll(async () => await store?.close())

afterEach(async () => {
  await store.control('inline-feedback', { bot: store.bot, on: true })
})

const ask = (person: Customer, query: string): Promise<Shown> =>
  store.control('inline-queries', { bot: store.bot, from: person.id, query })

async function send(query: string, person = owner): Promise<Shown> {
  const { inline_query_id, results } = await ask(person, query)
  const chosen = { bot: store.bot, from: person.id, inline_query_id, result_id: results[0].id }
  return store.control('inline-results', chosen)
}

const cardOf = async ({ message_id }: Shown) => (await owner.chat()).find(each => each.message_id === message_id)

const pressBy = (person: Customer, { inline_message_id }: Shown, by: { button?: string; data?: string }) =>
  store.control('presses', { bot: store.bot, from: person.id, inline_message_id, ...by })

const bills = () =>
  store.shop.app.sql.query<{ id: number; title: string; status: string; slug: string }>(
    'select id, title, status, slug from bill order by id',
  )

const cardShows = (sent: Shown, text: string | RegExp) =>
  eventually(async () => {
    const card = await cardOf(sent)
    return textOf(card).match(text) ? card : undefined
  }, `the card shows ${text}`)

async function pay(billId: number): Promise<void> {
  const { app, demo } = store.shop
  const standing = (await findStandingByAccount(app, demo.accountId, 'test'))!
  const { invoiceId } = await openBill(app, standing, billId, {})
  await payInvoice(store.shop, invoiceId)
}

test('a merchant offers a bill in any chat, which is created when sent, and turns to LUNAS', async () => {
  const { results } = await ask(owner, 'Rp 50.000  kopi   susu')
  expect(results).toMatchObject([{ title: expect.stringMatching(/^Tagihan Rp\s50\.000$/), description: 'kopi susu' }])
  expect(await bills()).toEqual([])
  const sent = await send('50000 kopi susu')
  const card = await cardShows(sent, 'Bayar dengan QRIS')
  const [made] = await bills()
  expect(made).toMatchObject({ title: 'kopi susu', status: 'open' })
  expect(buttonsOf(card)[0].url).toBe(`${store.shop.url}/b/${made!.slug}`)
  await pay(made!.id)
  const paid = await cardShows(sent, 'LUNAS')
  expect(buttonsOf(paid).map(({ text }: Shown) => text)).toEqual(['🧾 Lihat tagihan'])
  expect(await store.shop.app.sql.query('select id from customer')).toEqual([])
})

test('without inline feedback the bill is created at the first press, once for each card', async () => {
  await store.control('inline-feedback', { bot: store.bot, on: false })
  const before = (await bills()).length
  const sent = await send('25000 teh')
  expect(await bills()).toHaveLength(before)
  const [budi, cici] = [await store.person({ first_name: 'Budi' }), await store.person({ first_name: 'Cici' })]
  const data = buttonsOf(await cardOf(sent))[0].callback_data
  const answers = await Promise.all([budi, cici, budi].map(person => pressBy(person, sent, { data })))
  for (const { answer } of answers) expect(answer.text).toContain('Tekan tombol Bayar sekali lagi')
  await cardShows(sent, 'Bayar dengan QRIS')
  const after = await bills()
  expect(after).toHaveLength(before + 1)
  const look = await pressBy(budi, sent, { button: '🔄 Cek status' })
  expect(look.answer.text).toContain('belum kami terima')
  await pay(after.at(-1)!.id)
  await cardShows(sent, 'LUNAS')
  expect((await pressBy(budi, sent, { data: 'billcard' })).answer.text).toBe('✅ LUNAS')
  expect(await store.shop.app.sql.query('select id from customer')).toEqual([])
})

test('people other than the merchant find products, and an amount that cannot be paid gets no card', async () => {
  const stranger = await store.person({ first_name: 'Orang lain' })
  expect((await ask(stranger, '50000 kopi')).results).not.toContainEqual(
    expect.objectContaining({ description: 'kopi' }),
  )
  expect((await ask(owner, 'kopi')).results).toMatchObject([{ title: 'Kopi 50000' }])
  for (const query of ['50000', 'Rp', '5,5 kopi', '1.23 kopi']) {
    const answer = await ask(owner, query)
    expect(answer, query).toMatchObject({ results: [], button: { text: expect.stringContaining('50000 kopi') } })
  }
  expect(await ask(owner, '9999999999999 kopi')).toMatchObject({ results: [] })
  const tooSmall = { results: [], button: { text: expect.stringContaining('tidak bisa dibayar') } }
  expect(await ask(owner, '999 kopi')).toMatchObject(tooSmall)
})

test('a former merchant cannot request money, even by a card sent before', async () => {
  await store.control('inline-feedback', { bot: store.bot, on: false })
  const guest = await store.merchant('Mantan')
  const { inline_query_id, results } = await ask(guest, '70000 kue')
  const chosen = { bot: store.bot, from: guest.id, inline_query_id, result_id: results[0].id }
  const sent = await store.control('inline-results', chosen)
  await store.shop.app.sql.write(`delete from merchant_chat where chat_id = ${guest.id}`)
  const before = await bills()
  const data = `offer:${results[0].id.slice('bill-'.length)}`
  expect((await pressBy(owner, sent, { data })).answer.text).toContain('tidak berlaku lagi')
  expect((await pressBy(owner, sent, { data: 'offer:aaaaaaaaaaaaaaaaaaaaaa' })).answer.text).toContain('tidak berlaku')
  await store.control('inline-feedback', { bot: store.bot, on: true })
  await store.control('inline-results', chosen)
  await eventually(async () => {
    const waiting = await store.shop.app.sql.query("select 1 from inbox where state = 'received'")
    return waiting.length === 0 || undefined
  }, 'everything is handled')
  expect(await bills()).toEqual(before)
})
