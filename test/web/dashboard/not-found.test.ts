import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

test('an order, payment, bill or customer that does not exist leads back to its list in the dashboard', async () => {
  const owner = await signInAs(shop)
  const missing = {
    '/dashboard/orders/ORD-261126-ZZZZZZ': '/dashboard/orders',
    '/dashboard/payments/INV-ZZZZZZZZZZZZZZZZZZZZ': '/dashboard/payments',
    '/dashboard/bills/BILL-ZZZZZZZZZZZZZZZZZ': '/dashboard/bills',
    '/dashboard/customers/987654321': '/dashboard/customers',
  }
  for (const [path, list] of Object.entries(missing)) {
    const { status, text } = await owner.get(path)
    expect(status, path).toBe(404)
    expect(text, path).toContain('<h1>Tidak ditemukan</h1>')
    expect(text, path).toContain(`href="${list}">Lihat semuanya</a>`)
    expect(text, path).toContain('href="/dashboard/catalog"')
  }
})
