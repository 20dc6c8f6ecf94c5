import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { foldStatistics } from '../../../src/payments/statistics/fold-statistics.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let stall: Stall

beforeAll(async () => {
  shop = await createWebShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

async function paidOrder(): Promise<{ orderNumber: string; amount: number }> {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { shave: 2 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  return { orderNumber: order.orderNumber, amount: payment.finalAmount }
}

test('the home page compares today with the same weekday, and shows the best seller and open orders', async () => {
  const earlier = await paidOrder()
  await foldStatistics(shop.app)
  shop.advance(7 * 86_400)
  const owner = await signInAs(shop)
  const { orderNumber, amount } = await paidOrder()
  await foldStatistics(shop.app)
  await totalSales(shop.app)
  const { text } = await owner.get('/dashboard')
  const weekday = new Intl.DateTimeFormat('id', { weekday: 'long', timeZone: shop.app.config.timeZone })
  expect(text).toContain(formatRupiah(amount))
  expect(text).toContain(`${weekday.format(shop.app.now())} lalu: ${formatRupiah(earlier.amount)}`)
  expect(text).toMatch(/<dt>Terlaris<\/dt><dd>Cukur<\/dd><dd class="before">2 terjual/)
  expect(text.indexOf('Perlu perhatianmu')).toBeLessThan(text.indexOf('<dl class="figures">'))
  expect(text).toContain(`/dashboard/orders/${orderNumber}`)
  expect(text).toMatch(/Semua \(2\)/)
  const { location } = await owner.post('/dashboard', { act: 'take', orders: orderNumber })
  expect(location).toContain(`moved=${orderNumber}`)
  expect((await owner.get('/dashboard?lang=en')).text).toMatch(/Last \w+day: Rp/)
  const reader = await signInAs(shop, { role: 'read_only' })
  expect((await reader.get('/dashboard')).text).not.toContain('row-acts')
  expect((await reader.post('/dashboard', { act: 'take', orders: orderNumber })).status).toBe(403)
})
