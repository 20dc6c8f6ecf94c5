import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBill } from '../../../src/modules/bills/bot/merchant-bills.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { buttonsOf, openStore, type Store, textOf } from '../../bot/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(async () => await store?.close())

test('the command for a bill is read as people write it, and nothing else is a bill', () => {
  expect(readBill('50000 kopi')).toEqual({ amount: 50_000, title: 'kopi' })
  expect(readBill(' Rp 50.000  kopi   susu ')).toEqual({ amount: 50_000, title: 'kopi susu' })
  for (const amount of ['50rb', '50 ribu', '50k', 'Rp 50.000,-', '0,05jt', 'IDR 50,000']) {
    expect(readBill(`${amount} kopi 2 gelas`), amount).toEqual({ amount: 50_000, title: 'kopi 2 gelas' })
  }
  for (const wrong of ['', 'kopi', '50000', 'kopi 50000', '5,5 kopi', '1.23 kopi', '-5000 kopi']) {
    expect(readBill(wrong), wrong).toBeNull()
  }
})

test('a merchant creates a bill with one line, saves it once, and closes it', async () => {
  const there = { bot: store.platform }
  const { start } = await linkMerchant(store.shop.app, store.shop.demo.accountId)
  const owner = await store.person({ first_name: 'Bu Sri' })
  await owner.say(`/start ${start}`, there)
  await owner.sees('terhubung dengan', there)
  await owner.say('/tagih', there)
  await owner.sees('Ketik nominal dan untuk apa', there)
  await owner.say('kopi', there)
  await expect
    .poll(async () => (await owner.chat(there.bot)).filter(one => textOf(one).includes('Ketik nominal')).length)
    .toBe(2)
  await owner.say('50000 kopi <susu>', there)
  const shown = await owner.sees(/Tagihan Rp\s50\.000: kopi <susu>/, there)
  expect(shown.photo.at(-1).width).toBeGreaterThanOrEqual(720)
  const card = textOf(shown)
  const slug = /\/b\/([\w-]{22})/.exec(card)![1]
  const bills = await store.shop.app.sql.query<{ slug: string; status: string }>('select slug, status from bill')
  expect(bills).toEqual([{ slug, status: 'open' }])
  await owner.press('Tutup tagihan', there)
  await owner.press('Tidak jadi', there)
  await owner.press('Tutup tagihan', there)
  await owner.press('Ya, tutup', there)
  await owner.sees('sudah ditutup', there)
  const stranger = await store.person({ first_name: 'Orang lain' })
  await stranger.say('/tagih 50000 kopi', there)
  await stranger.sees(/dasbor|belum terhubung/, there)
  expect(await store.shop.app.sql.query("select 1 from bill where status = 'open'")).toEqual([])
})

test('with several shops the first word chooses one, and otherwise each shop has its button', async () => {
  const there = { bot: store.platform }
  const { sql } = store.shop.app
  const shops = await sql.query<{ id: number; name: string }>('select id, name from account order by id limit 2')
  const owner = await store.person({ first_name: 'Bu Dua' })
  for (const { id } of shops) {
    await owner.say(`/start ${(await linkMerchant(store.shop.app, id)).start}`, there)
    await owner.sees('terhubung dengan', there)
  }
  await owner.say('/tagih 7000 teh', there)
  const question = await owner.sees('toko yang mana', there)
  await owner.pressData(question.message_id, buttonsOf(question)[1].callback_data, there)
  await owner.sees(/Tagihan Rp\s7\.000: teh/, there)
  await owner.say(`/tagih ${shops[0]!.name} 8000 roti`, there)
  await owner.sees(/Tagihan Rp\s8\.000: roti/, there)
  const made = await sql.query(
    "select title, account_id::int as account from bill where title in ('teh', 'roti') order by 1",
  )
  expect(made).toEqual([
    { title: 'roti', account: shops[0]!.id },
    { title: 'teh', account: shops[1]!.id },
  ])
})
