import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { openBrowser } from '../../kit/browser.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { signedInitData } from './sign.ts'
import { addShopBot, type StoredBot, stockShop } from './stand.ts'

// The names and fields are those of https://core.telegram.org/api/web-events and
// https://core.telegram.org/api/bots/webapps, which Telegram's apps send and receive.

let shop: WebShop
let browser: Browser
let bot: StoredBot
let goods: Record<string, string>
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
  await stockShop(shop)
  bot = await addShopBot(shop)
  const rows = await shop.app.sql.query<{ key: string; id: string }>('select key, public_id as id from product')
  goods = Object.fromEntries(rows.map(({ key, id }) => [key, id]))
  await shop.app.sql.write('insert into shop_rules (account_id, delivers, delivery_fee) values ($1, true, 8000)', [
    shop.demo.accountId,
  ])
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A Telegram app around the page: the events that it received, and a way to send others. */
interface TelegramApp {
  page: Page
  sent: [type: string, data: Record<string, unknown>][]
  /** The data of the newest event of this type. */
  last(type: string): Record<string, unknown> | undefined
  /** Waits for a new event of this type, after those already read. */
  next(type: string, fields?: object): Promise<void>
  answer(type: string, data?: object): Promise<void>
  goTo(path: string): Promise<void>
}

type Door = 'TelegramWebviewProxy' | 'external.notify'

/** Both ways in which web views receive events: most apps inject an object, others have `external.notify`. */
const doors: Record<Door, string> = {
  TelegramWebviewProxy: 'window.TelegramWebviewProxy = { postEvent: (type, data) => sendToApp(type, data) }',
  'external.notify': `external.notify = text => {
    const { eventType, eventData } = JSON.parse(text)
    sendToApp(eventType, JSON.stringify(eventData))
  }`,
}

/** The ways in which apps deliver events to a page. */
const receivers: Record<Door, string> = {
  TelegramWebviewProxy: 'Telegram.WebView.receiveEvent',
  'external.notify': 'TelegramGameProxy.receiveEvent',
}

let people = 5_360_000_000

async function openIn(door: Door = 'TelegramWebviewProxy', more: object = {}): Promise<TelegramApp> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  const sent: TelegramApp['sent'] = []
  await context.exposeFunction('sendToApp', (type: string, data: string) => {
    sent.push([type, JSON.parse(data)])
  })
  await context.addInitScript(doors[door])
  const page = await context.newPage()
  const user = { id: ++people, first_name: 'Sari', language_code: 'id', ...more }
  const initData = signedInitData(bot.token, { auth_date: shop.app.now(), user, query_id: `E${people}` })
  await page.goto(`${shop.pagesUrl}/t/${bot.id}#${new URLSearchParams({ tgWebAppData: initData })}`)
  await page.waitForURL(/\/t\/\d+\/[\w-]{72}$/)
  const home = page.url()
  let read = 0
  const app: TelegramApp = {
    page,
    sent,
    last: type => sent.findLast(([name]) => name === type)?.[1],
    async next(type, fields = {}) {
      const found = () =>
        sent
          .slice(read)
          .findIndex(([name, data]) => name === type && expect.objectContaining(fields).asymmetricMatch(data))
      await expect.poll(found, { timeout: 20_000, message: `${type} ${JSON.stringify(fields)}` }).toBeGreaterThan(-1)
      read += found() + 1
    },
    answer: (type, data = {}) => page.evaluate(`${receivers[door]}('${type}', ${JSON.stringify(data)})`),
    async goTo(path) {
      await page.goto(home + path)
    },
  }
  return app
}

const field = ({ page }: TelegramApp, name: string) => page.locator(`[name=${name}]`)

/** Puts bread or coffee into the cart, by Telegram's main button, and opens the cart. */
async function buy(app: TelegramApp, key: string): Promise<void> {
  await app.goTo(`/p/${goods[key]}`)
  await app.next('web_app_setup_main_button', { text: 'Beli sekarang' })
  await app.answer('main_button_pressed')
  await app.page.waitForURL(/\/cart/)
}

describe.each(Object.keys(doors) as Door[])('in an app with %s', door => {
  test('the first page of the Mini App is ready and expanded, and applies colours, without buttons', async () => {
    const app = await openIn(door)
    await app.next('web_app_ready')
    await app.next('web_app_expand')
    await app.next('web_app_request_theme')
    expect(app.last('web_app_setup_back_button')).toEqual({ is_visible: false })
    await app.next('web_app_setup_closing_behavior', { need_confirmation: false })
    await app.next('web_app_setup_main_button', { is_visible: false })
    await app.page.context().close()
  })

  test('main and back button move forward and back, with haptic feedback and progress', async () => {
    const app = await openIn(door)
    await app.page.getByRole('link', { name: 'Roti Sobek' }).click()
    await app.next('web_app_setup_back_button', { is_visible: true })
    await app.next('web_app_setup_main_button', { is_visible: true, is_active: true, text: 'Beli sekarang' })
    await app.answer('main_button_pressed')
    await app.next('web_app_trigger_haptic_feedback', { type: 'impact', impact_style: 'medium' })
    await app.next('web_app_setup_main_button', { is_progress_visible: true, is_active: false })
    // An accidental swipe would lose the cart.
    await app.next('web_app_setup_closing_behavior', { need_confirmation: true })
    await app.next('web_app_setup_main_button', { text: 'Bayar Rp 25.500' })
    await app.answer('back_button_pressed')
    await app.page.waitForURL(url => !url.pathname.endsWith('/cart'))
    await app.next('web_app_setup_main_button', { text: 'Lihat pesanan · 1 barang · Rp 17.500' })
    await app.page.context().close()
  })
})

describe('an app of Telegram', () => {
  test("the Mini App uses Telegram's colours, when it opens and whenever they change", async () => {
    const app = await openIn()
    const shown = (name: string) => app.page.evaluate(`getComputedStyle(document.documentElement).${name}`)
    const dark = { bg_color: '#18222d', text_color: '#f5f5f5', hint_color: '#708499', secondary_bg_color: '#0f1720' }
    const button = { button_color: '#5288c1', button_text_color: '#ffffff' }
    await app.answer('theme_changed', { theme_params: { ...dark, ...button } })
    expect(await shown('colorScheme')).toBe('dark')
    expect(await shown("getPropertyValue('--ground')")).toBe('#0f1720')
    await app.next('web_app_setup_main_button', { color: '#5288c1', text_color: '#ffffff' })
    // The next page has the colours before the app answers.
    await app.goTo(`/p/${goods.roti}`)
    expect(await shown('colorScheme')).toBe('dark')
    await app.answer('theme_changed', { theme_params: { ...dark, bg_color: '#ffffff', text_color: '#000000' } })
    expect(await shown('colorScheme')).toBe('light')
    // An invalid colour changes nothing.
    await app.answer('theme_changed', { theme_params: { bg_color: 'url(https://example.com)' } })
    expect(await shown("getPropertyValue('--card')")).toBe('#ffffff')
    await app.page.context().close()
  })

  test('a customer shares their number, which fills the field, and refusing changes nothing', async () => {
    const app = await openIn()
    await buy(app, 'latte')
    const press = () => app.page.getByRole('button', { name: 'Pakai nomor Telegram-ku' }).click()
    await press()
    await app.next('web_app_request_phone')
    await app.answer('phone_requested', { status: 'cancelled' })
    expect(app.sent.filter(([type]) => type === 'web_app_invoke_custom_method')).toEqual([])
    await press()
    await app.next('web_app_request_phone')
    await app.answer('phone_requested', { status: 'sent' })
    await app.next('web_app_invoke_custom_method', { method: 'getRequestedContact', params: {} })
    // Telegram has not signed it yet: the page asks again.
    await app.answer('custom_method_invoked', { req_id: app.last('web_app_invoke_custom_method')!.req_id, result: '' })
    await app.next('web_app_invoke_custom_method', { method: 'getRequestedContact' })
    const contact = JSON.stringify({ user_id: people, phone_number: '6281234567890', first_name: 'Sari' })
    const result = new URLSearchParams({ contact, auth_date: '1790000000', hash: 'ab' }).toString()
    await app.answer('custom_method_invoked', { req_id: app.last('web_app_invoke_custom_method')!.req_id, result })
    await expect.poll(() => field(app, 'phone').inputValue()).toBe('+6281234567890')
    // An answer to another question is ignored.
    await app.answer('custom_method_invoked', { req_id: 'other', result: 'contact=%7B%7D' })
    expect(await field(app, 'phone').inputValue()).toBe('+6281234567890')
    await app.page.context().close()
  })

  test('a customer shares their location, added to the address, and refusing changes nothing', async () => {
    const app = await openIn()
    await buy(app, 'roti')
    await field(app, 'address').fill('Jl. Melati 5, pagar hijau')
    const press = () => app.page.getByRole('button', { name: 'Pakai lokasiku' }).click()
    await press()
    await app.next('web_app_check_location')
    await app.answer('location_checked', { available: false })
    expect(app.sent.filter(([type]) => type === 'web_app_request_location')).toEqual([])
    await press()
    await app.answer('location_checked', { available: true, access_requested: false })
    await app.next('web_app_request_location')
    await app.answer('location_requested', { available: false })
    expect(await field(app, 'address').inputValue()).toBe('Jl. Melati 5, pagar hijau')
    await app.answer('location_requested', { available: true, latitude: -6.1754, longitude: 106.8272 })
    await app.page.waitForLoadState('networkidle')
    await expect
      .poll(() => field(app, 'address').inputValue())
      .toMatch(/^Jl\. Melati 5, pagar hijau 📍 -6\.175400,106\.827200 https:\/\/maps\.google\.com/)
    await app.page.context().close()
  })

  test('the customer is asked once if the bot may write, and not if it already may', async () => {
    for (const canWrite of [false, true]) {
      const app = await openIn('TelegramWebviewProxy', canWrite ? { allows_write_to_pm: true } : {})
      await buy(app, 'roti')
      await field(app, 'phone').or(field(app, 'address')).last().fill('Jl. Melati 5')
      await app.next('web_app_setup_main_button', { text: 'Bayar Rp 25.500' })
      await app.answer('main_button_pressed')
      if (!canWrite) {
        await app.next('web_app_request_write_access')
        await app.answer('write_access_requested', { status: 'allowed' })
      }
      await app.page.waitForURL(/\/pay\//)
      const asked = app.sent.filter(([type]) => type === 'web_app_request_write_access')
      expect(asked).toHaveLength(canWrite ? 0 : 1)
      await app.page.context().close()
    }
  })

  test('an order in the Mini App vibrates on errors and payment, saves pictures, and returns to the chat', async () => {
    const app = await openIn('TelegramWebviewProxy', { allows_write_to_pm: true })
    const { page } = app
    await buy(app, 'roti')
    await field(app, 'address').fill('')
    const error = { type: 'notification', notification_type: 'error' }
    await app.answer('main_button_pressed')
    // The browser rejects it; one that does not leaves it to the server.
    await app.next('web_app_trigger_haptic_feedback', error)
    await page.evaluate("document.querySelector('[name=address]').required = false")
    await app.answer('main_button_pressed')
    await page.locator('[name=address][aria-invalid]').waitFor()
    await app.next('web_app_trigger_haptic_feedback', error)
    await field(app, 'address').fill('Jl. Melati 5')
    await app.answer('main_button_pressed')
    await page.waitForURL(/\/pay\//)
    const [, token] = /\/pay\/([\w-]{22})/.exec(page.url())!
    await shop.workUntil(() => page.getByTestId('qr').isVisible())
    // A web view saves no files: the app around it saves them to the gallery, from which a bank's app reads the code.
    await page.locator('a[download]').first().click()
    await app.next('web_app_request_file_download')
    const { url, file_name: name } = app.last('web_app_request_file_download') as { url: string; file_name: string }
    expect(name).toMatch(/^qris-INV-[0-9A-Z]{20}\.png$/)
    const picture = await fetch(url)
    expect(picture.headers.get('content-type')).toBe('image/png')
    // https://core.telegram.org/bots/webapps#downloadfileparams requires both headers.
    expect(picture.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(picture.headers.get('access-control-allow-origin')).toBe('https://web.telegram.org')
    const invoice = (await page.locator('#payment').getAttribute('data-invoice'))!
    await payInvoice(shop, invoice)
    await app.next('web_app_trigger_haptic_feedback', { type: 'notification', notification_type: 'success' })
    await app.next('web_app_setup_main_button', { is_visible: true, text: 'Lihat pesanan' })
    await page.getByRole('button', { name: 'Kembali ke chat' }).click()
    await app.next('web_app_close')
    await app.answer('main_button_pressed')
    await page.waitForURL(new RegExp(`/o/${token}`))
    const [row] = await shop.app.sql.query<{ number: string }>(
      'select order_number as number from store_order where token = $1',
      [token],
    )
    const parcel = { courier: 'anteraja', trackingNumber: 'JX413', notify: false } as const
    await shipOrder(shop.app, shop.demo, { orderNumber: row!.number, ...parcel })
    await page.getByRole('button', { name: 'Lacak kiriman' }).click()
    await app.next('web_app_open_link', { url: 'https://anteraja.id/id/tracking/JX413' })
    await page.context().close()
  })

  test('digital goods open in the chat of the Mini App, which sells them for Stars', async () => {
    const app = await openIn()
    await app.goTo(`/p/${goods.kelas}`)
    await app.next('web_app_setup_main_button', { text: 'Buka di chat' })
    await app.answer('main_button_pressed')
    await app.next('web_app_open_tg_link', { path_full: `/${bot.username}?start=p_${goods.kelas}` })
    await app.page.context().close()
  })
})

test("a browser without Telegram shows the page's own buttons, and each continues", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  const page = await context.newPage()
  const user = { id: ++people, first_name: 'Sari', language_code: 'id' }
  const initData = signedInitData(bot.token, { auth_date: shop.app.now(), user, query_id: `E${people}` })
  await page.goto(`${shop.pagesUrl}/t/${bot.id}#${new URLSearchParams({ tgWebAppData: initData })}`)
  await page.getByRole('link', { name: 'Roti Sobek' }).click()
  await page.getByRole('button', { name: 'Beli sekarang' }).click()
  await field({ page } as TelegramApp, 'address').fill('Jl. Melati 5')
  await page.getByRole('button', { name: 'Bayar Rp 25.500' }).click()
  await page.waitForURL(/\/pay\//)
  await context.close()
})
