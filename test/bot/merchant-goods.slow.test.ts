import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { watchStock } from '../../src/catalog/stock/watch-stock.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store
let owner: Customer
let rival: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  await store.sell(`
products:
  - { key: mug, kind: physical, name: Cangkir <b>, price: 60000, asks: [], stock: 5 }
  - key: latte
    kind: physical
    name: Latte
    price: 22000
    asks: []
    stock: unlimited
    options:
      - { key: susu, name: Susu, min: 1, choices: [{ key: sapi, name: Sapi }, { key: oat, name: Oat, price: 8000 }] }
  - { key: kode, kind: digital, name: Kode Game, price: 15000, stock: { serials: [AAA-1] } }
`)
  owner = await store.merchant('Bu Sri')
  rival = await store.merchant('Pak Joko', store.shop.second.accountId)
}, 60_000)

afterAll(async () => await store?.close())

/** Opens the list again and presses the product; returns the message of the list, which then shows the product. */
async function openItem(name: string): Promise<Shown> {
  const before = (await owner.chat(store.platform)).at(-1).message_id
  await owner.say('/stok', there)
  const list = await eventually(
    async () =>
      (await owner.chat(store.platform)).find(
        message =>
          message.message_id > before &&
          message.from.is_bot &&
          buttonsOf(message).some(({ text }) => text.includes(name)),
      ),
    'a new list',
  )
  const button = buttonsOf(list).find(({ text }) => text.includes(name))
  await owner.pressData(list.message_id, button.callback_data, there)
  return eventually(
    async () =>
      (await owner.chat(store.platform)).find(
        message => message.message_id === list.message_id && textOf(message).startsWith(name),
      ),
    `the product ${name}`,
  )
}

async function variantOf(key: string): Promise<string> {
  const [row] = await store.shop.app.sql.query<{ id: string }>(
    'select v.public_id as id from variant v join product p on p.id = v.product_id where p.key = $1',
    [key],
  )
  return row!.id
}

test('a price is changed by typing it in any common notation, and other texts are not taken for a price', async () => {
  await openItem('Cangkir')
  await owner.press('Harga', there)
  await owner.sees('Berapa harga baru Cangkir <b>?', there)
  for (const wrong of ['murah', '0', '12,5', '-5', '99999999999']) {
    const before = (await owner.chat(store.platform)).length
    await owner.say(wrong, there)
    await eventually(async () => {
      const chat = await owner.chat(store.platform)
      return chat.length === before + 2 && textOf(chat.at(-1)).includes('Ketik harga dalam rupiah') ? chat : undefined
    }, `${wrong} is refused`)
  }
  await owner.say('Rp 65.000', there)
  expect(textOf(await owner.sees('Sudah diubah', there))).toMatch(/Rp\s65\.000 · stok 5/)
  const buyer = await store.person()
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.sees(/Rp\s65\.000/)
}, 60_000)

test('one press switches off a sold-out option, and another switches it on again', async () => {
  await openItem('Latte')
  await owner.press('Opsi yang habis', there)
  await owner.press('✅ Oat', there)
  await owner.sees('Oat (habis)', there)
  const isOn = async () => {
    const [row] = await store.shop.app.sql.query<{ is_active: boolean }>(
      `select is_active from product_option where key = 'oat'`,
    )
    return row!.is_active
  }
  expect(await isOn()).toBe(false)
  await owner.press('🚫 Oat', there)
  await owner.sees(/Sapi, Oat$/m, there)
  expect(await isOn()).toBe(true)
  await owner.press('Kembali ke barang', there)
  await owner.sees(/^Latte\s+🧪[\s\S]+stok tanpa batas/, there)
}, 60_000)

test('stock is added and removed, but never below zero', async () => {
  await openItem('Cangkir')
  await owner.press('Stok', there)
  await owner.sees('Ketik +10 untuk menambah', there)
  for (const wrong of ['20', '+0', '-6', 'banyak']) await owner.say(wrong, there)
  await eventually(async () => {
    const said = (await owner.chat(store.platform)).filter(message => textOf(message).startsWith('Ketik +10 atau -3'))
    return said.length === 4 ? said : undefined
  }, 'four refusals')
  await owner.say('+7', there)
  expect(textOf(await owner.sees(/stok 12/, there))).toContain('Sudah diubah')
}, 60_000)

test('the same cause changes stock once, even if it is handled repeatedly or in parallel', async () => {
  const { app } = store.shop
  const variantId = await variantOf('mug')
  const before = await restockVariant(
    app,
    { accountId: store.shop.demo.accountId, mode: 'test', ...commandActor },
    { variantId, delta: 1 },
  )
  const asked = Array.from({ length: 8 }, () =>
    restockVariant(
      app,
      { accountId: store.shop.demo.accountId, mode: 'test', ...commandActor },
      { variantId, delta: 10, once: 'press 1' },
    ),
  )
  expect(new Set(await Promise.all(asked))).toEqual(new Set([before + 10]))
})

test('pasted codes are added one per line, and codes that exist are reported and stored once', async () => {
  await openItem('Kode Game')
  await owner.press('➕ Kode', there)
  await owner.sees('Tempel kode untuk Kode Game', there)
  await owner.say('AAA-1\nBBB-2\n\n  CCC-3  \nBBB-2', there)
  const told = textOf(await owner.sees('kode ditambahkan', there))
  expect(told).toContain('2 kode ditambahkan. 2 sudah ada dan dilewati.')
  expect(told).toContain('stok 3')
}, 60_000)

test('a hidden product disappears for customers, and can come back', async () => {
  const item = await openItem('Kode Game')
  await owner.press('Sembunyikan', there)
  await owner.sees('disembunyikan', there)
  const buyer = await store.person()
  await buyer.say('kode game')
  await buyer.sees('Tidak ada yang cocok')
  await owner.press('Tampilkan', there)
  await eventually(
    async () =>
      (await owner.chat(store.platform)).find(
        message => message.message_id === item.message_id && !textOf(message).includes('disembunyikan'),
      ),
    'it is shown again',
  )
  await buyer.say('kode game')
  await buyer.press('Kode Game')
}, 60_000)

test('stock that falls to its threshold is reported once, and again only after it recovered', async () => {
  const { app, demo } = store.shop
  await openItem('Cangkir')
  await owner.press('Batas', there)
  await owner.sees('Sekarang kamu tidak dikabari', there)
  await owner.say('sedikit', there)
  await owner.sees('Ketik angka bulat', there)
  await owner.say('3', there)
  const variantId = await variantOf('mug')
  // The chat says "Sudah diubah" of earlier changes too.
  await eventually(async () => {
    const set = await app.sql.query('select 1 from variant where public_id = $1 and low_stock_at = 3', [variantId])
    return set[0]
  }, 'a threshold of 3')
  const change = (delta: number) =>
    restockVariant(app, { accountId: demo.accountId, mode: 'test', ...commandActor }, { variantId, delta })
  const left = await change(1)
  await change(4 - left)
  expect(await watchStock(app)).toBe(0)
  await change(-1)
  // Two processes check simultaneously.
  const told = await Promise.all([watchStock(app), watchStock(app)])
  expect(told.toSorted()).toEqual([0, 1])
  expect(textOf(await owner.sees('Stok menipis', there))).toContain('Cangkir <b>: stok 3')
  await change(-1)
  expect(await watchStock(app)).toBe(0)
  await change(5)
  expect(await watchStock(app)).toBe(0)
  await change(-7)
  expect(await watchStock(app)).toBe(1)
  await owner.sees('Cangkir <b>: stok habis', there)
  expect((await rival.chat(store.platform)).map(textOf).join()).not.toContain('Stok menipis')
}, 60_000)

test('a product is renamed, described and moved to another category by typing', async () => {
  await openItem('Kode Game')
  await owner.press('Ubah teks', there)
  const change = async (button: string, question: string, ...answers: string[]) => {
    await owner.press(button, there)
    await owner.sees(question, there)
    for (const answer of answers) await owner.say(answer, there)
  }
  await change('✏️ Nama', 'Apa nama baru untuk Kode Game?', 'x'.repeat(101), 'Kode <b>Top Up')
  const stored = async () => {
    const [row] = await store.shop.app.sql.query<{ name: string; description: string; category: string | null }>(
      `select p.name, p.description, c.name as category from product p left join category c on c.id = p.category_id
       where p.key = 'kode'`,
    )
    return row!
  }
  const isStored = (wanted: object) => expect.poll(stored).toMatchObject(wanted)
  await isStored({ name: 'Kode <b>Top Up' })
  expect(textOf(await owner.sees('Nama itu terlalu panjang', there))).toContain('100 huruf')
  await openItem('Kode <b>Top Up')
  await owner.press('Ubah teks', there)
  await change('📝 Keterangan', 'Tulis keterangan baru', 'Dikirim seketika.')
  await isStored({ description: 'Dikirim seketika.' })
  await openItem('Kode <b>Top Up')
  await owner.press('Ubah teks', there)
  await change('🗂 Kategori', 'masuk kategori apa?', 'Voucher')
  await isStored({ category: 'Voucher', name: 'Kode <b>Top Up', description: 'Dikirim seketika.' })
}, 60_000)

test('a variant added in the chat gives the only existing one a name that customers can press', async () => {
  await openItem('Cangkir')
  await owner.press('➕ Varian', there)
  await owner.sees('yang sudah ada diberi nama apa?', there)
  await owner.say('Reguler', there)
  await owner.sees('Apa nama varian baru', there)
  await owner.say('Jumbo', there)
  await owner.sees('Berapa harganya?', there)
  await owner.say('81rb', there)
  await owner.sees('Ada berapa?', there)
  await owner.say('7', there)
  await owner.sees(/✅ Cangkir <b>.*Jumbo.* sekarang bisa dipesan/, there)
  const { sql } = store.shop.app
  const variants = await sql.query(
    `select v.name, v.price::int from variant v join product p on p.id = v.product_id
     where p.key = 'mug' order by v.position`,
  )
  expect(variants).toEqual([
    { name: 'Reguler', price: 65_000 },
    { name: 'Jumbo', price: 81_000 },
  ])
  const buyer = await store.person()
  await buyer.say('cangkir')
  await buyer.press('Cangkir')
  await buyer.press('Jumbo')
  await buyer.press('Beli sekarang')
  await buyer.sees(/ORD-[\s\S]*Jumbo/)
}, 60_000)

test("another shop's merchant changes nothing, whatever bytes the press contains", async () => {
  const item = await openItem('Cangkir')
  const [hide] = buttonsOf(item).filter(button => button.text.includes('Sembunyikan'))
  const [price] = buttonsOf(item).filter(button => button.text.includes('Harga'))
  await rival.say('/start', there)
  const hello = await rival.sees('terhubung dengan', there)
  for (const data of [
    hide.callback_data,
    hide.callback_data.replace('hide', 'words'),
    price.callback_data,
    'price:x',
    'hide',
    'count:::',
  ]) {
    await rival.pressData(hello.message_id, data, there)
  }
  await rival.say('1', there)
  await rival.say('/pesanan', there)
  await rival.sees('Tidak ada pesanan di sini', there)
  expect((await rival.chat(store.platform)).map(textOf).join('\n')).not.toContain('Cangkir')
  const [row] = await store.shop.app.sql.query<{ isActive: boolean; price: number }>(
    `select p.is_active as "isActive", v.price from product p join variant v on v.product_id = p.id
     where p.key = 'mug' and v.position = 0`,
  )
  expect(row).toEqual({ isActive: true, price: 65_000 })
}, 60_000)
