import { afterAll, beforeAll, expect, test } from 'vitest'
import { readListFile } from '../../../src/modules/bank-lists/read-list-file.ts'
import { connectPhone, orderFrom, type Phone } from '../../connectors/mutations/phone.ts'
import { statusOf } from '../../payments/scenario.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let phone: Phone
let finance: Visitor
let support: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  phone = await connectPhone(shop)
  const { accountId } = phone
  finance = await signInAs(shop, { accountId, role: 'finance' })
  support = await signInAs(shop, { accountId, role: 'support' })
})
afterAll(() => shop.close())

const path = '/dashboard/bank-lists'
const today = () => shop.app.calendar.formatDay(new Date())
const written = () => today().split('-').toReversed().join('/')
const fileOf = (text: string) => ({ name: 'mutasi.csv', bytes: Buffer.from(text) })
const brought = (text: string) => /name="brought" value="([^"]+)"/.exec(text)![1]!

test('a bank list is previewed, matched by one more press, and shows its results', async () => {
  const payment = await orderFrom(shop, phone, 43_000)
  const csv = `Tanggal;Keterangan;Jumlah;DB/CR;Saldo\n${written()};TRSF SITI;${payment.final_amount};CR;500000`
  const connection = String(phone.connectionId)
  const looked = await finance.upload(path, 'look', fileOf(csv), { connection })
  expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('TRSF SITI')])
  expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  const fields = { act: 'take', connection, brought: brought(looked.text) }
  const asked = await finance.post(`${path}?act=take`, fields)
  expect(asked.text).toContain('Cocokkan daftar ini?')
  expect(asked.text).toContain('action="/dashboard/bank-lists?act=take"')
  const taken = await finance.post(`${path}?act=take`, { ...fields, confirmed: '1' })
  expect(taken.status).toBe(303)
  expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  expect((await finance.get(taken.location!)).text).toContain(payment.invoice_id)
  expect((await finance.get(`${path}?day=${today()}`)).text).toContain('Hanya di daftar bank')
})

test('a bank list with unknown headings asks which column is which', async () => {
  const csv = `Kapan,Isi,Duit\n${written()},TRSF BUDI,250000`
  const connection = String(phone.connectionId)
  const looked = await finance.upload(path, 'look', fileOf(csv), { connection })
  expect(looked.text).toContain('Tunjukkan kolomnya')
  const columns = { date: '0', text: '1', amount: '2' }
  const again = await finance.post(`${path}?act=look`, {
    act: 'look',
    connection,
    brought: brought(looked.text),
    ...columns,
  })
  expect(again.text).toContain('TRSF BUDI')
})

test('members for orders do not see the page of bank lists', async () => {
  expect((await support.get(path)).status).toBe(403)
})

test('a PDF with text is read, and one without is reported', async () => {
  const lines = [
    ['TANGGAL', 'KETERANGAN', 'MUTASI', 'SALDO'],
    ['01/10/2026', 'TRSF CR SITI', '75,013.00', '925,013.00'],
    ['02/10/2026', 'BIAYA ADM', '10,000.00 DB', '915,013.00'],
  ]
  const read = await readListFile(1, { bytes: pdfOf(lines), password: '', today: '2026-11-27' })
  expect(read).toMatchObject({
    list: { lines: [{ day: '2026-10-01', amount: 75_013, text: 'TRSF CR SITI' }], broken: [] },
  })
  const empty = await readListFile(1, { bytes: pdfOf([]), password: '', today: '2026-11-27' })
  expect(empty).toMatchObject({ unreadable: 'picture' })
  const broken = await readListFile(1, { bytes: Buffer.from('%PDF-1.7 nothing'), password: '', today: '2026-11-27' })
  expect(broken).toMatchObject({ unreadable: 'malformed' })
})

test('a scanned bank list is reported as pictures', async () => {
  // Source: PDF 32000-1:2008, 8.9.7, an inline image of one grey dot.
  const image = pdfOf([], 'q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q')
  const { accountId } = phone
  expect(await readListFile(accountId, { bytes: image, password: '', today: '2026-11-27' })).toMatchObject({
    unreadable: 'picture',
  })
  const connection = String(phone.connectionId)
  const looked = await finance.upload(path, 'look', { name: 'scan.pdf', bytes: image }, { connection })
  expect(looked.text).toContain('PDF ini berisi gambar')
})

test('a file of 100 MB is refused with a sentence, and the next list is read', async () => {
  const connection = String(phone.connectionId)
  const huge = { name: 'mutasi.csv', bytes: Buffer.alloc(100 * 1024 * 1024, 'x') }
  const refused = await finance.upload(path, 'look', huge, { connection })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Ukurannya paling besar')])
  const csv = `Tanggal;Keterangan;Jumlah;DB/CR\n${written()};TRSF ANI;98765;CR`
  expect((await finance.upload(path, 'look', fileOf(csv), { connection })).text).toContain('TRSF ANI')
})

/** Returns a PDF of one page. Source: PDF 32000-1:2008, 7.5 and 9.4. */
function pdfOf(lines: string[][], drawn = ''): Buffer {
  const places = [50, 150, 350, 480]
  const text = lines.flatMap((cells, row) =>
    cells.map((cell, column) => `1 0 0 1 ${places[column]} ${750 - row * 20} Tm (${cell}) Tj`),
  )
  const stream = drawn || `BT /F1 9 Tf ${text.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  return Buffer.from(`${file}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`)
}
