import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totalSales } from '../../src/orders/statistics/total-sales.ts'
import { openBrowser } from '../kit/browser.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../orders/store.ts'
import { signInAs } from './dashboard/members.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

// A merchant's daily tasks, each from the start page. A task must take no more presses than in November 2026, or three
// quarters of them if there were more than four. Typing is not counted. The tasks of a sign-up
// (money-doors.slow.test.ts) and of a sale at the counter (kasir-day.slow.test.ts) are counted there.

let shop: WebShop
let stall: Stall
let browser: Browser
let picture: Buffer

beforeAll(async () => {
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' })
  // Each of the four screens ships one unit.
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3 }', 'stock: 30 }'))
  browser = await openBrowser()
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await shop.close()
})

interface Walk {
  page: Page
  isNarrow: boolean
  press(target: Locator): Promise<void>
  /** Opens a page from the menu, counting the presses: on a phone the menu has to be opened first. */
  openFromMenu(path: string): Promise<void>
}

const act = (page: Page, name: string) => page.locator(`main button[name="act"][value="${name}"]:visible`).first()
const link = (page: Page, path: string) => page.locator(`main a[href^="${path}"]:visible`).first()

interface Task {
  presses: number
  prepare?(): Promise<unknown>
  walk(walk: Walk): Promise<void>
}

async function paidOrder(goods: Record<string, number>): Promise<{ orderNumber: string; invoiceId: string }> {
  const { order, payment } = await invoice(stall, await newCustomer(stall), goods)
  await shop.work()
  await pay(stall, payment.invoiceId)
  return { orderNumber: order.orderNumber, invoiceId: payment.invoiceId }
}

const tasks: Record<string, Task> = {
  'adds a product with two pictures, a size and an option with a price': {
    presses: 6,
    async walk({ page, press }) {
      await press(link(page, '/dashboard/catalog/new'))
      await page.fill('[name="name"]', 'Latte')
      await page.fill('[name="price"]', '22.000')
      const files = [1, 2].map(number => ({ name: `${number}.png`, mimeType: 'image/png', buffer: picture }))
      await page.setInputFiles('[name="file"]', files)
      await press(act(page, 'create'))
      await press(page.locator('main a[href$="/options"]:visible').first())
      await page.fill('[name="group_name"]:visible', 'Ukuran')
      await page.locator('[name="option_0"]:visible').fill('Besar')
      await page.locator('[name="price_0"]:visible').fill('5.000')
      await press(act(page, 'save'))
      await expect.poll(() => page.textContent('main')).toContain('Besar')
    },
  },
  'ships a parcel': {
    presses: 4,
    prepare: () => paidOrder({ mug: 1 }),
    async walk({ page, press }) {
      await press(link(page, '/dashboard/orders/ORD-'))
      const form = page.locator('details', { has: page.locator('button[value="ship"]') })
      await press(form.locator('summary'))
      await page.selectOption('[name="courier"]', 'jne')
      await page.fill('[name="tracking_number"]', 'JX1234567890')
      await press(act(page, 'ship'))
      await page.waitForSelector('text=JX1234567890')
    },
  },
  'finds the best seller of a day': {
    presses: 3,
    prepare: async () => {
      await paidOrder({ shave: 1 })
      await totalSales(shop.app)
    },
    async walk({ page, openFromMenu, press }) {
      const day = shop.app.calendar.formatDay(shop.app.now())
      await openFromMenu('/dashboard/statistics')
      for (const name of ['from', 'to']) await page.fill(`main [name="${name}"]`, day)
      await press(page.locator('main form:has([name="from"]) button').first())
      await page.waitForURL(new RegExp(`from=${day}`))
      await expect.poll(() => page.textContent('main')).toContain('Cukur')
    },
  },
  'gives money back': {
    presses: 4,
    prepare: () => paidOrder({ shave: 1 }),
    async walk({ page, press }) {
      await press(link(page, '/dashboard/payments/INV-'))
      await press(act(page, 'refund'))
      await press(page.locator('form:has([name="confirmed"]) button[value="refund"]:visible'))
      await page.waitForSelector('.banner.done, [role="status"]')
    },
  },
  'closes the shop for now': {
    presses: 2,
    async walk({ page, press }) {
      await press(link(page, '/dashboard/rules'))
      await press(act(page, 'close_until'))
      await page.waitForSelector('main button[value="open"]')
      // The tasks after this one need orders.
      await act(page, 'open').click()
      await page.waitForSelector('main button[value="close_until"]')
    },
  },
  'sends a bill by WhatsApp': {
    presses: 3,
    async walk({ page, press }) {
      await press(link(page, '/dashboard/new-bill'))
      await page.fill('[name="amount"]:visible', '75.000')
      await page.fill('[name="customer_phone"]:visible', '081298764321')
      await page.route('https://wa.me/**', route => route.fulfill({ status: 200, body: 'WhatsApp' }))
      await press(act(page, 'send'))
      await page.waitForURL(/wa\.me\/6281298764321/)
    },
  },
  'adds a cashier': {
    presses: 3,
    async walk({ page, openFromMenu, press }) {
      await openFromMenu('/dashboard/counter')
      await page.locator('[name="name"]:visible').last().fill('Sari')
      await page.locator('[name="pin"]:visible').last().fill('482913')
      await press(act(page, 'add'))
      await page.waitForSelector('text=Sari')
    },
  },
  'finds why a payment is not paid': {
    presses: 2,
    prepare: () => shop.invoice({ amount: 40_000 }),
    async walk({ page, press }) {
      await press(link(page, '/dashboard/payments/INV-'))
      await page.waitForSelector('text=/Kenapa belum lunas|Why is it not paid/')
    },
  },
  'sets a delivery fee for an area': {
    presses: 4,
    async walk({ page, press }) {
      await press(link(page, '/dashboard/rules'))
      await press(link(page, '/dashboard/rules/delivery'))
      const zones = page.locator('details', { has: page.locator('[name="zone_0"]') })
      await press(zones.locator('summary').first())
      await page.fill('[name="zone_0"]', 'Menteng')
      await page.fill('[name="zone_fee_0"]', '10.000')
      await press(act(page, 'save'))
      await page.waitForSelector('text=Menteng')
    },
  },
  'makes a coupon': {
    presses: 3,
    async walk({ page, press }) {
      await press(link(page, '/dashboard/rules'))
      await press(link(page, '/dashboard/coupons'))
      const code = `KOPI${Math.round(performance.now() * 1000) % 100_000}`
      await page.fill('input[name="coupon"]:not([type="hidden"])', code)
      await page.fill('[name="worth"]', '10')
      await press(act(page, 'make'))
      await page.waitForSelector('text=/KOPI\\d+/')
    },
  },
  'prints a packing slip': {
    presses: 4,
    prepare: () => paidOrder({ shave: 1 }),
    async walk({ page, press }) {
      await press(link(page, '/dashboard/orders/ORD-'))
      await press(page.locator('main a[href*="as=slip"]:visible'))
      await page.waitForURL(/order-papers/)
    },
  },
  'finds a customer by the last four digits of a phone': {
    presses: 3,
    prepare: async () => {
      const { orderNumber } = await paidOrder({ shave: 1 })
      return shop.app.sql.write(`update store_order set customer_phone = '081298764321' where order_number = $1`, [
        orderNumber,
      ])
    },
    async walk({ page, isNarrow, press }) {
      const search = page.locator('header [name="q"]:visible, header [type="search"]:visible').first()
      await (isNarrow ? press(search) : search.focus())
      await search.fill('7890')
      await search.press('Enter')
      await page.waitForURL(/\/dashboard\/search/)
      await press(page.locator('main a[href*="/dashboard/people/"], main a[href*="/dashboard/customers/"]').first())
      await page.waitForSelector('text=3456-7890')
    },
  },
}

const screens = [
  { width: 390, locale: 'id-ID' },
  { width: 1280, locale: 'en-US' },
  { width: 390, locale: 'en-US' },
  { width: 1280, locale: 'id-ID' },
] as const

describe.each(Object.entries(tasks))('a merchant %s', (_, { presses, prepare, walk }) => {
  // Each run tests one of the four screens, chosen at random.
  test.each(drawItems(screens, 1))(
    'a common task takes few presses at $width px ($locale)',
    { timeout: 90_000 },
    async ({ width, locale }) => {
      await prepare?.()
      const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
      const { cookies } = await signInAs(shop)
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await page.goto(`${shop.pagesUrl}/dashboard`)
      let count = 0
      const press = async (target: Locator) => {
        count++
        await target.click()
      }
      const isNarrow = width < 800
      const openFromMenu = async (path: string) => {
        if (isNarrow) await press(page.locator('button.menu'))
        const entry = page.locator(`#menu a[href="${path}"]`)
        if (!(await entry.isVisible()))
          await press(page.locator('#menu details', { has: page.locator(`a[href="${path}"]`) }).locator('summary'))
        await press(entry)
      }
      await walk({ page, isNarrow, press, openFromMenu })
      expect(count).toBeLessThanOrEqual(presses)
      await context.close()
    },
  )
})
