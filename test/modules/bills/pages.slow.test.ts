import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from '../menu/stand.ts'
import { checkBill, makeBill } from './stand.ts'

// Also uses: menu

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const form = '/dashboard/new-bill'

test('a manually created bill is created once, and its page has the link, its code and a message', async () => {
  const owner = await signInAs(shop)
  expect((await owner.get('/dashboard/bills')).text).toContain('Belum ada tagihan.')
  const [, once] = /name="once" value="([\w-]{36})"/.exec((await owner.get(form)).text)!
  const fields = {
    act: 'create',
    title: 'Iuran <b>',
    kind: 'once',
    amount: 'Rp 50.000',
    customer_name: 'Budi',
    once: once!,
    customer_phone: '0812-3456-7890',
    due_date: '2090-01-31',
    parts: 'on',
    ask_note: 'on',
  }
  const answers = await Promise.all([1, 2].map(() => owner.post(form, fields)))
  expect(answers[0]!.location).toMatch(/\/dashboard\/bills\/BILL-[0-9A-Z]{17}$/)
  expect(answers[1]!.location).toBe(answers[0]!.location)
  const { text } = await owner.get(answers[0]!.location!)
  const made = await checkBill(shop, answers[0]!.location!.split('/').at(-1)!)
  expect(made).toMatchObject({ amount: 50_000, parts: true, due_date: '2090-01-31', ask: ['note'] })
  expect(text).toContain(`value="${made.url}"`)
  expect(text).toContain('Iuran &lt;b&gt;')
  const address = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  expect(address).toContain('wa.me/6281234567890?')
  const message = new URL(address).searchParams.get('text')!
  expect(message).toContain('Halo Budi, ini tagihan dari Warung Kopi.')
  expect(message).toContain('Jatuh tempo: 2090-01-31')
  expect(message.endsWith(made.url)).toBe(true)
  expect((await owner.get('/dashboard/bills?search=budi')).text).toContain('Iuran &lt;b&gt;')
  expect((await owner.get('/dashboard/bills?status=paid')).text).toContain('Tidak ada tagihan yang cocok.')
})

test('a quick bill is created once, and continues to WhatsApp with the number and the message', async () => {
  const owner = await signInAs(shop)
  const [, once] = /name="once" value="([\w-]{36})"/.exec((await owner.get(form)).text)!
  const amount = 20_000 + randomInt(30_000)
  const phone = `812${randomInt(1e7, 9e7)}`
  const fields = { act: 'send', amount: String(amount), customer_phone: `0${phone}`, once: once! }
  const [first, again] = await Promise.all([1, 2].map(() => owner.post(form, fields)))
  const addressOf = (text: string) => /href="(https:\/\/wa\.me\/[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  expect(addressOf(first!.text)).toContain(`wa.me/62${phone}?`)
  expect(addressOf(again!.text)).toBe(addressOf(first!.text))
  const message = new URL(addressOf(first!.text)).searchParams.get('text')!
  expect(message).toContain('ini tagihan dari Warung Kopi.')
  expect(message).toContain(formatRupiah(amount))
  const [, publicId] = /\/dashboard\/bills\/(BILL-[0-9A-Z]{17})/.exec(first!.text)!
  const made = await checkBill(shop, publicId!)
  expect(made).toMatchObject({ amount, kind: 'once' })
  expect(message.endsWith(made.url)).toBe(true)
  const refused = await owner.post(form, { act: 'send', amount: '999', customer_phone: `0${phone}` })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(`value="0${phone}"`)
  expect(refused.text).not.toContain('wa.me')
})

test("mistakes in a bill are reported in the reader's language, and the input stays", async () => {
  const owner = await signInAs(shop)
  for (const [fields, label] of [
    [{ amount: '', title: 'Kopi' }, 'Nominal'],
    [{ amount: '999', title: 'Kopi' }, 'Nominal'],
    [{ amount: 'lima ribu', title: 'Kopi' }, 'Nominal'],
    [{ amount: '5000', title: 'Kopi', customer_phone: 'telepon' }, 'Nomor HP'],
    [{ kind: 'open', title: 'Kopi', min_amount: '5000' }, 'Paling banyak'],
    [{ amount: '5000', title: 'Kopi', due_date: '2020-01-01' }, 'Jatuh tempo'],
  ] as const) {
    const { status, text } = await owner.post(form, { act: 'create', kind: 'once', ...fields })
    expect(status, JSON.stringify(fields)).toBe(400)
    expect(text).toContain(label)
    expect(text).toContain('value="Kopi"')
  }
})

test('a bill is closed after a confirmation, and a draft is published', async () => {
  const owner = await signInAs(shop)
  const { bill } = await makeBill(shop, { amount: 10_000, draft: true })
  const path = `/dashboard/bills/${bill}`
  expect((await owner.get(path)).text).not.toContain('wa.me')
  await owner.post(path, { act: 'publish' })
  expect((await owner.get(path)).text).toContain('wa.me')
  expect((await owner.post(path, { act: 'close' })).text).toContain('Tutup tagihan ini?')
  expect((await checkBill(shop, bill)).status).toBe('open')
  await owner.post(path, { act: 'close', confirmed: 'yes' })
  expect((await checkBill(shop, bill)).status).toBe('closed')
  expect((await owner.get(path)).text).not.toContain('wa.me')
})

test('a bill shows its merchant the methods that accept it, and those with a lower limit', async () => {
  const owner = await signInAs(shop)
  const page = async (fields: object, query = '') => {
    const { bill } = await makeBill(shop, fields)
    return (await owner.get(`/dashboard/bills/${bill}${query}`)).text
  }
  expect(await page({ amount: 50_000 })).not.toContain('Di atas batasnya')
  const large = await page({ amount: 750_000 })
  expect(large).toMatch(/<dt>Bisa dibayar lewat<\/dt><dd>(?![^<]*QRIS langsung)[^<]*Transfer e-wallet/)
  expect(large).toMatch(/<dt>Di atas batasnya<\/dt><dd>QRIS langsung, paling banyak Rp.500\.000 sekali bayar<\/dd>/)
  expect(await page({ amount: 750_000 }, '?lang=en')).toMatch(
    /Above the limit of<\/dt><dd>Instant QRIS, Rp.500\.000 at/,
  )
})

test('another account can neither see nor close a bill', async () => {
  const { bill } = await makeBill(shop, { amount: 10_000 })
  const stranger = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await stranger.get(`/dashboard/bills/${bill}`)).status).toBe(404)
  expect((await stranger.post(`/dashboard/bills/${bill}`, { act: 'close', confirmed: 'yes' })).status).toBe(404)
  expect((await checkBill(shop, bill)).status).toBe('open')
})

describe('a bill for goods', () => {
  const at = `${form}?goods=1`
  const fields = { act: 'create', title: 'Pesanan', kind: 'once', item_1: 'kopi susu (besar)', quantity_1: '2' }
  const billAt = (location: string | null) => checkBill(shop, location!.split('/').at(-1)!)

  test('a bill for goods is composed by name, and asks for the options of each', async () => {
    const owner = await signInAs(shop)
    expect((await owner.get(at)).text).toContain('Belum ada barang di katalog')
    await openMenu(shop, 'kopi')
    const empty = await owner.get(at)
    expect(empty.text).toMatch(/<option value="Kopi Susu \(Besar\)" data-price="24000">Rp.24\.000/)
    expect(empty.text).not.toContain('name="amount"')
    const typed = { ...fields, item_3: 'Latte', amount: '1', price_1: '1' }
    const asked = await owner.post(at, typed)
    expect(asked.status).toBe(400)
    expect(asked.text).toMatch(/name="choice_3_susu" value="susu:oat"[\s\S]*Susu oat \+ Rp.8\.000/)
    expect(asked.text).toContain('value="kopi susu (besar)"')
    const chosen = { ...typed, of_3: 'Latte', choice_3_susu: 'susu:oat' }
    const made = await owner.post(at, chosen)
    expect(made.location, made.text).toMatch(/BILL-/)
    const bill = await billAt(made.location)
    expect(bill).toMatchObject({ kind: 'once', amount: 78_000 })
    expect(bill.items.map(({ name, total }: { name: string; total: number }) => [name, total])).toEqual([
      ['Kopi Susu (Besar)', 48_000],
      ['Latte', 30_000],
    ])
    const shown = (await owner.get(made.location!)).text
    expect(shown).toMatch(/Latte<small>Susu oat<\/small>/)
    const many = await owner.post(at, { ...fields, kind: 'many' })
    expect(await billAt(many.location)).toMatchObject({ kind: 'many', amount: 48_000 })
  })

  test('a bill for goods points out the wrong row, and keeps the others', async () => {
    const owner = await signInAs(shop)
    for (const [wrong, words] of [
      [{ item_1: '' }, 'Barang 1'],
      [{ item_2: 'Teh <b>' }, 'Barang 2'],
      [{ quantity_1: '100' }, 'Jumlah barang 1'],
      [{ quantity_1: '1,5' }, 'Jumlah barang 1'],
    ] as const) {
      const answer = await owner.post(at, { ...fields, ...wrong })
      expect(answer.status, JSON.stringify(wrong)).toBe(400)
      expect(answer.text).toMatch(new RegExp(`banner stop[^<]*${words}`))
      expect(answer.text).toContain('value="Pesanan"')
    }
  })
})

test('money beyond the amount due waits in review until its refund is recorded, as its bill shows', async () => {
  const owner = await signInAs(shop)
  const { bill } = await makeBill(shop, { amount: 20_000, title: 'Arisan <b>' })
  expect((await owner.get('/dashboard/review')).text).toContain('Semua beres.')
  await shop.app.sql.write(
    `update bill set status = 'paid', paid_at = now(), ended_at = now(), collected = 20000, excess = 15000
     where public_id = $1`,
    [bill],
  )
  const review = (await owner.get('/dashboard/review')).text
  expect(review).toMatch(/Kelebihan bayar tagihan[\s\S]*Arisan &lt;b&gt;[\s\S]*Rp.15\.000/)
  expect(review).toContain(`/dashboard/bills/${bill}`)
  expect(review).not.toContain('Semua beres.')
  expect((await owner.get('/dashboard/review?decided=1')).text).not.toContain('Arisan')
  expect((await owner.get('/dashboard')).text).toContain('Tagihan yang kelebihan bayar')
  expect((await owner.get(`/dashboard/bills/${bill}`)).text).toMatch(/Rp.15\.000 masuk melebihi tagihan/)
})

test('overpaid bills that do not fit in the list are counted beside it', async () => {
  const { id: accountId } = await createAccount(shop.app, { name: 'many-bills', plan: 'premium' })
  const owner = await signInAs(shop, { accountId })
  await shop.app.sql.write(
    `insert into bill (account_id, mode, public_id, slug, kind, status, amount, title, ended_at, paid_at, collected,
       excess, created_at, created_by)
     select $1, $2, 'BILL-' || lpad(n::text, 17, '0'), 'overpaid-' || n, 'once', 'paid', 20000, 'Iuran ' || n, now(),
       now(), 20000, 1000, now(), 'test'
     from generate_series(1, 27) n`,
    [accountId, shop.demo.mode],
  )
  const review = (await owner.get('/dashboard/review?lang=en')).text
  expect(review).toContain('The newest 25 of 27 bills.')
  expect(review.match(/\/dashboard\/bills\/BILL-/g)).toHaveLength(25)
})
