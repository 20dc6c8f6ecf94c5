import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatCsvLine } from '../../../src/web/parts/csv.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let visitor: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  visitor = await signInAs(shop, { role: 'read_only' })
})
afterAll(() => shop.close())

describe('a file of payments', () => {
  test('the file of payments holds exactly the filtered payments, and their count in the last line', async () => {
    const kept = await shop.invoice({ description: 'Kopi, "susu"' })
    const cancelled = await shop.invoice({ description: 'Kopi tubruk' })
    await shop.api('/cancel-payment', { body: { invoice: cancelled } })
    await shop.invoice({ description: 'Teh' })
    const answer = await visitor.get('/dashboard/payments.csv?search=Kopi&status=pending')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(kept)
    expect(lines[1]).toContain('"Kopi, ""susu"""')
    expect(lines[2]).toBe('total,1')
  })

  test('the file of payments rejects an impossible date with 400', async () => {
    expect((await visitor.get('/dashboard/payments.csv?from=2026-02-30')).status).toBe(400)
    expect((await visitor.get('/dashboard/payments?to=gestern')).status).toBe(400)
  })

  test('the file of payments is complete, even beyond one page of database rows', async () => {
    await shop.app.sql.write(
      `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount,
        description, created_at, expires_at)
       select 'INV-' || lpad(upper(to_hex(n)), 20, '0'), $1, 'test', 'qris', 5000, 1, 5001, 'banyak',
         now() - n * interval '1 second', now() + interval '1 hour'
       from generate_series(1, 2500) n`,
      [shop.demo.accountId],
    )
    const { text } = await visitor.get('/dashboard/payments.csv?search=banyak')
    const lines = text.trimEnd().split('\r\n')
    expect(lines.at(-1)).toBe('total,2500')
    expect(new Set(lines).size).toBe(2502)
  })
})

test('text that a spreadsheet would run as a formula is marked as text, and numbers are not', () => {
  expect(formatCsvLine(['=1+1', ' =1', '\n+1', '@x', '-5', '＝1', -5, null])).toBe(
    `'=1+1,' =1,"'\n'+1",'@x,'-5,'＝1,-5,\r\n`,
  )
})

test('spreadsheets that separate fields by semicolons find no formula within a text either', () => {
  const cells = ['Ayu;=HYPERLINK("http://x")', 'Jl. Melati 5\n=1+1\nRT 3', 'a;  ＝1', 'b\r\n\t@x', 'Kopi; teh - susu']
  const line = formatCsvLine(cells)
  const begun = line.split(/[;\r\n]/).map(cell => cell.trimStart())
  expect(begun.length).toBeGreaterThan(8)
  expect(begun.filter(cell => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  expect(formatCsvLine(['Kopi; teh - susu'])).toBe('Kopi; teh - susu\r\n')
})

test('read-only members cannot cancel, create or simulate payments', async () => {
  const invoice = await shop.invoice()
  for (const act of ['cancel', 'simulate']) {
    expect((await visitor.post(`/dashboard/payments/${invoice}`, { act })).status).toBe(403)
  }
  expect((await visitor.get('/dashboard/new-payment')).status).toBe(403)
})
