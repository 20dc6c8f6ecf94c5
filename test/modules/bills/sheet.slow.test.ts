import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/lib/refusal.ts'
import { createBillSheet } from '../../../src/modules/bills/create-bill-sheet.ts'
import { readBillSheet } from '../../../src/modules/bills/read-bill-sheet.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const read = (text: string, takesParts = false) =>
  readBillSheet(shop.app, shop.demo, { title: 'SPP', text, takesParts }).map(
    ({ title: _title, takesParts: _parts, reminders: _reminders, ...row }) => row,
  )
const siti = { customerName: 'Siti', customerPhone: '0812-3456-7890', amount: 50_000, dueAt: '2090-12-31' }

describe('a sheet of bills', () => {
  test.each([
    ['commas', 'Siti,0812-3456-7890,50000,2090-12-31'],
    ['semicolons', 'Siti;0812-3456-7890;Rp 50.000;31/12/2090'],
    ['tabs, as a spreadsheet is pasted', 'Siti\t0812-3456-7890\t50.000,00\t31-12-2090\r\n'],
    ['quotes', '\uFEFF"Siti","0812-3456-7890","50000","2090-12-31"\n,,,\n'],
  ])('a sheet of bills is read with %s', (_name, text) => {
    expect(read(text)).toEqual([{ ...siti, line: 1 }])
  })

  test('a sheet is read by its headings, in any order, even without phone and day', () => {
    expect(read('Jatuh tempo;Kelas;Nominal;Nama;No HP\n2090-12-31;7a;50000;Siti;0812-3456-7890')).toEqual([
      { ...siti, line: 2 },
    ])
    expect(read('Name,Amount\n"Budi, S.Pd",7500')).toEqual([
      { line: 2, customerName: 'Budi, S.Pd', customerPhone: null, amount: 7_500, dueAt: null },
    ])
  })

  test('a sheet is refused with every mistake at once, each with its line', () => {
    const wrong = [
      'Siti,0812-3456-7890,50000,2090-12-31',
      ',0812-3456-7890,50000,',
      'Budi,telepon,lima ribu,',
      'Ana,,999,2020-01-01',
      'Siti,0812-3456-7890,50000,2090-12-31',
      'Edo,,50000,31/02/2090',
    ]
    let found: unknown
    try {
      read(wrong.join('\n'))
    } catch (error) {
      found = (error as Refusal).fields?.map(({ path, code, place }) => [place?.line, path, code])
    }
    expect(found).toEqual([
      [2, 'customer_name', 'missing'],
      [3, 'amount', 'not_whole'],
      [3, 'customer_phone', 'not_a_phone'],
      [4, 'amount', 'out_of_range'],
      [4, 'due_date', 'in_the_past'],
      [5, 'customer_name', 'repeated'],
      [6, 'due_date', 'not_a_day'],
    ])
    expect(() => read('Nama,Nominal\n')).toThrow(Refusal)
    expect(() => read(Array.from({ length: 301 }, (_, at) => `A${at},,5000,`).join('\n'))).toThrow(Refusal)
  })

  test('a sheet is imported once, even if it is sent repeatedly and breaks off', async () => {
    const text = Array.from({ length: 5 }, (_, at) => `Murid ${at},,${10_000 + at},`).join('\n')
    const sheet = { title: 'SPP', text, takesParts: true, once: 'one' }
    const breaking = { ...shop.app, transaction: breakAfter(3) }
    await expect(createBillSheet(breaking, shop.demo, sheet, 'test')).rejects.toThrow('the cable')
    await Promise.all([1, 2].map(() => createBillSheet(shop.app, shop.demo, sheet, 'test')))
    const made = await shop.app.sql.query("select amount::int from bill where title = 'SPP' order by amount")
    expect(made).toEqual([0, 1, 2, 3, 4].map(at => ({ amount: 10_000 + at })))
  })

  test('a sheet is previewed on the dashboard, and afterwards has a message for each bill', async () => {
    const owner = await signInAs(shop)
    const path = '/dashboard/bill-sheet?act=make'
    const [, once] = /name="once" value="([\w-]{36})"/.exec((await owner.get('/dashboard/bill-sheet')).text)!
    const fields = {
      act: 'make',
      title: 'Kas <b>',
      sheet: 'Siti <3,0812-3456-7890,50000,2090-12-31',
      once: once!,
      reminders: 'on',
    }
    const wrong = await owner.post(path, { ...fields, sheet: 'Siti,telepon,50000,\nBudi,,5,' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toMatch(/Baris 1 \(Siti, nomor HP\).*[\s\S]*Baris 2 \(Budi, nominal\)/)
    const asked = await owner.post(path, fields)
    expect(asked.text).toContain('Siti &lt;3')
    expect(asked.text).toContain('Belum ada yang dikirim atau dibuat.')
    const checkSheetBill = async () => (await shop.api('/list-bills?search=Kas')).body.data[0]
    const count = () => shop.app.sql.query("select 1 from bill where title = 'Kas <b>'")
    expect(await count()).toHaveLength(0)
    for (const _time of [1, 2]) {
      const made = await owner.post(path, { ...fields, confirmed: '1' })
      expect(made.text).toContain('1 tagihan sudah dibuat')
      expect(made.text).toContain('href="https://wa.me/6281234567890?text=')
    }
    expect(await count()).toHaveLength(1)
    expect((await checkSheetBill()).reminders).toBe(true)
    expect((await owner.get('/dashboard/bills')).text).toContain('href="https://wa.me/6281234567890?text=')
  })
})

describe('a file of bills', () => {
  test.each([
    ['UTF-8', Buffer.from('\uFEFFNama,HP,Nominal\r\nSiti Nurhaliza é,0812-3456-7890,50000\r\n')],
    ['the alphabet of Excel', Buffer.from('Nama;HP;Nominal\r\nSiti Nurhaliza é;0812-3456-7890;50000\r\n', 'latin1')],
  ])('a file in %s is read into the field, and creates nothing yet', async (_name, bytes) => {
    const owner = await signInAs(shop)
    const read = await owner.upload('/dashboard/bill-sheet', 'load', { name: 'spp.csv', bytes })
    expect(read.status).toBe(200)
    const [, sheet, once] = /<textarea[^>]*name="sheet"[^>]*>([^<]*)<[\s\S]*name="once" value="([\w-]{36})"/.exec(
      read.text,
    )!
    expect(sheet).toContain('Siti Nurhaliza é')
    const fields = { act: 'make', title: 'Dari berkas', sheet: sheet!, once: once! }
    const asked = await owner.post('/dashboard/bill-sheet?act=make', fields)
    expect(asked.text).toContain('Siti Nurhaliza é')
    expect(await shop.app.sql.query("select 1 from bill where title = 'Dari berkas'")).toEqual([])
  })

  test('a file that is not a sheet, or is too large, is refused', async () => {
    const owner = await signInAs(shop)
    const upload = (bytes: Buffer) => owner.upload('/dashboard/bill-sheet', 'load', { name: 'spp.csv', bytes })
    expect((await upload(Buffer.alloc(0))).status).toBe(400)
    expect((await upload(Buffer.alloc(2 * 1024 * 1024, 'a'))).status).toBe(400)
    expect((await owner.post('/dashboard/bill-sheet?act=load', { act: 'load', file: 'x' })).status).toBe(400)
  })
})

function breakAfter(count: number): WebShop['app']['transaction'] {
  let left = count
  return (scope, work) => {
    if (left-- > 0) return shop.app.transaction(scope, work)
    throw new Error('the cable')
  }
}
