import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBill, makeBill } from '../../bills/stand.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const form = '/dashboard/new-bill'

test('a bill by hand is made once, and its page has the link, its code and a message for WhatsApp', async () => {
  const owner = await signInAs(shop)
  expect((await owner.get('/dashboard/bills')).text).toContain('Belum ada tagihan.')
  const [, once] = /name="once" value="([\w-]{36})"/.exec((await owner.get(form)).text)!
  const fields = {
    ...{ act: 'create', title: 'Iuran <b>', kind: 'once', amount: 'Rp 50.000', customer_name: 'Budi', once: once! },
    ...{ customer_phone: '0812-3456-7890', due_date: '2090-01-31', parts: 'on', ask_note: 'on' },
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

test('what is wrong is named in the reader’s language, and what was typed stays', async () => {
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

test('a bill is closed after a question, and a draft is published', async () => {
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
