import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { fillShop } from '../../web/filled-shop.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// Also uses: all

let shop: WebShop
let visitor: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  await fillShop(shop)
  visitor = await signInAs(shop, { role: 'read_only' })
})
afterAll(() => shop.close())

const today = () => shop.app.calendar.formatDay(shop.app.now())

async function linesOf(address: string): Promise<string[]> {
  const { status, text } = await visitor.get(address)
  expect(status).toBe(200)
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('the monthly tax sheet matches the books, and the balance page links to it', async () => {
  expect((await visitor.get('/dashboard/balance')).text).toContain('href="/dashboard/tax"')
  const { text } = await visitor.get('/dashboard/tax')
  const [sum] = await shop.app.sql.query<{ amount: number }>(
    `select sum(amount)::bigint as amount from movement where account_id = $1 and mode = 'test' and kind = 'sale'`,
    [shop.demo.accountId],
  )
  const month = today().slice(0, 7)
  const rupiah = new Intl.NumberFormat('id-ID').format(sum!.amount)
  // A phone has no room for seven columns: a day is one line, with all columns below it.
  const line = /<td class="at-lead">([\s\S]*?)<\/td>/.exec(text.replaceAll('\u00a0', ' '))![1]
  expect(line).toMatch(new RegExp(`\\d+ pembayaran · Omzet Rp ${rupiah}<`))
  expect(text.replaceAll('\u00a0', ' ')).toContain(`Omzet</dt><dd>Rp ${rupiah}</dd>`)
  expect(await linesOf(`/dashboard/tax.csv?month=${month}`)).toEqual([
    'day,payments,turnover,fees,refunds,refunded,net,cash',
    expect.stringMatching(new RegExp(`^${today()},\\d+,${sum!.amount},0,0,0,${sum!.amount},0$`)),
    'total,1',
  ])
  expect((await visitor.get('/dashboard/tax?month=2020-01')).text).toContain('Tidak ada uang yang dibukukan')
})
