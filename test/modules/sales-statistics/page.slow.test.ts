import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordSearchMiss } from '../../../src/catalog/record-search-miss.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
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
  await totalSales(shop.app)
  await recordSearchMiss(shop.app, shop.demo, '<b>kopi durian</b>')
  visitor = await signInAs(shop, { role: 'read_only' })
})
afterAll(() => shop.close())

const today = () => shop.app.calendar.formatDay(shop.app.now())

async function linesOf(address: string): Promise<string[]> {
  const { status, text } = await visitor.get(address)
  expect(status).toBe(200)
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

describe('the page of statistics', () => {
  test('the page of statistics shows sales, customers, payment methods and vain searches', async () => {
    const { text } = await visitor.get('/dashboard/statistics?range=today')
    expect(text).toMatch(/Uang masuk<\/dt><dd>Rp\s30\.\d{3}</)
    expect(text).toMatch(/Pelanggan baru<\/dt><dd>1</)
    expect(text).toMatch(/<td>Cukur<\/td><td class="money">1<\/td>/)
    expect(text).toContain('<td>QRIS langsung</td>')
    expect(text).toMatch(/<ol class="ranks"><li>\s*<span>Cukur <small>1 buah<\/small><\/span><b>Rp\s/)
    expect(text).toContain(`href="/dashboard/statistics?from=${today()}&amp;to=${today()}"`)
    expect(text).toContain('<td>b kopi durian</td>')
    expect(text).toContain('<details><summary>Kupon</summary>')
  })

  test('the page of statistics reports every mistake in typed dates, and keeps them', async () => {
    const { status, text } = await visitor.get('/dashboard/statistics?from=2026-02-30&to=besok')
    expect(status).toBe(200)
    expect(text).toContain('Periksa lagi: Dari tanggal. Harus tanggal yang ada.')
    expect(text).toContain('Periksa lagi: Sampai tanggal. Harus tanggal yang ada.')
    expect(text).toContain('value="2026-02-30"')
    expect(text).toContain('value="besok"')
    const swapped = await visitor.get('/dashboard/statistics?from=2026-11-20&to=2026-11-01')
    expect(swapped.text).toContain('Akhirnya tidak boleh sebelum awalnya.')
    const long = await visitor.get('/dashboard/statistics?from=2000-01-01&to=2026-11-01')
    expect(long.text).toContain('role="alert"')
  })

  test('the page of statistics has a file of each table for its range', async () => {
    const { text } = await visitor.get('/dashboard/statistics?range=today')
    const files = [...text.matchAll(/href="(\/dashboard\/statistics\.csv[^"]+)"/g)].map(([, to]) =>
      to!.replaceAll('&amp;', '&'),
    )
    expect(files.map(address => new URL(address, shop.pagesUrl).searchParams.get('table'))).toEqual([
      'products',
      'categories',
      'methods',
      'customers',
      'misses',
      'days',
      'hours',
      'weekdays',
    ])
    for (const address of files) expect((await linesOf(address)).length, address).toBeGreaterThan(2)
    const [head, only] = await linesOf(files.find(address => address.includes('table=days'))!)
    expect(head).toBe(
      'day,payments_created,payments_paid,revenue,revenue_before,orders_placed,orders_sold,discounts,new_customers',
    )
    expect(only).toMatch(new RegExp(`^${today()},\\d+,1,30\\d{3},0,1,1,0,1$`))
    expect(await linesOf('/dashboard/statistics.csv?table=coupons&range=year')).toEqual([
      'coupon,orders,discount,revenue',
      'total,0',
    ])
  })

  test('the page of statistics draws months if a range has many days', async () => {
    const { text } = await visitor.get(
      `/dashboard/statistics?from=${Number(today().slice(0, 4)) - 1}-01-01&to=${today()}`,
    )
    expect(text).toContain('Uang masuk per bulan')
  })
})
