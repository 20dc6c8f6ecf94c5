import { randomInt } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { deliverEvents } from '../../src/modules/webhooks/deliver-events.ts'
import { findSeriousProblems } from '../kit/accessibility.ts'
import { openBrowser } from '../kit/browser.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import { findWordpress, lacksForWordpress } from './woocommerce/install-wordpress.ts'
import { admin, Site } from './woocommerce/site.ts'
import {
  connected,
  notesOf,
  type PlacedInWoocommerce,
  placeOrder,
  readOrder,
  thankYouUrl,
} from './woocommerce/woocommerce-shop.ts'

// The plugin in a real WordPress, connected to a real Warung shop. The scenario of all plugs has its own file.

const found = await findWordpress()
if (!found) test.skip(`left out: ${lacksForWordpress() || 'WordPress'} is not available here`, () => {})

const cheapest = 20_000
const dearest = 90_000
const amountOf = () => randomInt(cheapest, dearest)
const isCodeShown = "document.querySelector('.warung-code').naturalWidth > 200"
const gone = 'http://127.0.0.1:9'

describe.skipIf(!found)('the plugin for WooCommerce in a real WordPress', () => {
  let site: Site
  let shop: WebShop
  let isOver = false
  let working: Promise<void>
  /** Whether messages leave the shop. */
  let isDelivering = false

  beforeAll(async () => {
    site = new Site({ wordpress: found!.folder, woocommerce: found!.woocommerce })
    await site.open()
    const settings = { MODULES: 'all', OUTBOUND_ALLOW: new URL(site.url).host }
    shop = await createWebShop({}, {}, { settings })
    await site.bridge('settings', { settings: connected({ url: shop.pagesUrl, key: shop.keys.demo }) })
    const { errors, news } = await site.bridge('connect')
    expect(errors).toEqual([])
    expect(news[0]).toContain(`${shop.demo.name} in test mode`)
    working = work()
  }, 300_000)

  afterAll(async () => {
    isOver = true
    await working
    await shop?.close()
    await site?.close()
  })

  /** Runs the shop's own work during the site's requests. */
  async function work(): Promise<void> {
    while (!isOver) {
      await shop.work()
      if (isDelivering) await waitUntilFinished(deliverEvents(shop.app, 1000))
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async function delivering<T>(act: () => Promise<T>): Promise<T> {
    isDelivering = true
    try {
      return await act()
    } finally {
      isDelivering = false
    }
  }

  async function pay({ invoice }: { invoice: string }, simulation = 'exact'): Promise<void> {
    const simulate = () => shop.api('/simulate-payment', { body: { invoice, simulation } })
    await expect.poll(async () => (await simulate()).status, { interval: 100 }).toBe(200)
  }

  const comeBack = (placed: { order: string; key: string }) => fetch(thankYouUrl(site, placed))
  const sweep = ({ order }: { order: string }) => site.bridge('sweep', { order })

  const paid = { state: 'paid', booked: 1, stock: 1, refunded: 0 }

  test('the scheduled check alone settles a WooCommerce order', async () => {
    const placed = await placeOrder(site, amountOf())
    await pay(placed)
    expect(readOrder(site, placed.order).state).toBe('waiting')
    await sweep(placed)
    expect(readOrder(site, placed.order)).toEqual(paid)
  })

  test("the customer's return alone settles a WooCommerce order before its page is displayed", async () => {
    const placed = await placeOrder(site, amountOf())
    await pay(placed)
    const page = await (await comeBack(placed)).text()
    expect(page).toContain('data-state="paid"')
    expect(readOrder(site, placed.order)).toEqual(paid)
  })

  test('the webhook alone settles a WooCommerce order while the API is down', async () => {
    const placed = await placeOrder(site, amountOf())
    await site.bridge('settings', { settings: { base_url: gone } })
    try {
      await pay(placed)
      // The site writes the state of an order before its stock.
      await delivering(() => expect.poll(() => readOrder(site, placed.order)).toEqual(paid))
    } finally {
      await site.bridge('settings', { settings: { base_url: shop.pagesUrl } })
    }
  })

  test('simultaneous webhook, returns and scheduled checks book a WooCommerce order once', async () => {
    for (let round = 0; round < 3; round++) {
      const placed = await placeOrder(site, amountOf())
      await pay(placed)
      await delivering(async () => {
        const looks = Array.from({ length: 3 }, () => [comeBack(placed), sweep(placed)]).flat()
        await Promise.all(looks)
        await expect.poll(() => readOrder(site, placed.order)).toEqual(paid)
      })
      await sweep(placed)
      expect(readOrder(site, placed.order)).toEqual(paid)
      expect(notesOf(site, placed.order).filter(note => note.includes('by QRIS'))).toHaveLength(1)
    }
  })

  test("a copy of a WooCommerce order is not paid by the original's money, and does not keep it", async () => {
    const placed = await placeOrder(site, amountOf())
    const early = await site.bridge('copy', { order: placed.order })
    await pay(placed)
    await delivering(() => expect.poll(() => readOrder(site, placed.order)).toEqual(paid))
    const late = await site.bridge('copy', { order: placed.order })
    for (const copy of [early, late]) {
      await sweep(copy)
      await comeBack(copy)
      const [row] = site.query(
        `select o.status, d.date_paid_gmt as paid from wp_wc_orders o
         join wp_wc_order_operational_data d on d.order_id = o.id where o.id = ?`,
        copy.order,
      )
      expect(row).toEqual({ status: 'wc-pending', paid: null })
    }
    expect((await site.bridge('refund', { order: late.order, amount: 1_000 })).error).not.toBeNull()
    expect((await shop.api(`/check-payment?invoice=${placed.invoice}`)).body.refunded_amount ?? 0).toBe(0)
  })

  test('cancelling a copy of an order, or the order in a copy of the site, leaves the payment of the original open', async () => {
    const placed = await placeOrder(site, amountOf())
    const payment = async () => (await shop.api(`/check-payment?invoice=${placed.invoice}`)).body.status
    const copy = await site.bridge('copy', { order: placed.order })
    await site.bridge('status', { order: copy.order, status: 'cancelled' })
    expect(await payment()).toBe('pending')
    await site.bridge('home', { url: 'https://staging.example' })
    await site.bridge('status', { order: placed.order, status: 'cancelled' })
    await site.bridge('home', { url: '' })
    expect(await payment()).toBe('pending')
  })

  test('a copy of the WooCommerce site that gets another key deletes no webhook of the original', async () => {
    const endpoints = async () => (await shop.api('/list-endpoints')).body.data.length
    const before = await endpoints()
    await site.bridge('home', { url: 'https://staging.example' })
    await site.bridge('disconnect')
    await site.bridge('home', { url: '' })
    expect(await endpoints()).toBe(before)
    expect((await site.bridge('connect')).errors).toEqual([])
    expect(await endpoints()).toBe(before)
    await site.bridge('disconnect')
    expect(await endpoints()).toBe(before - 1)
    await site.bridge('connect')
  })

  test('a paid WooCommerce order whose status was not saved gets it at the next check', async () => {
    for (const look of [sweep, comeBack]) {
      const placed = await placeOrder(site, amountOf())
      await pay(placed)
      await sweep(placed)
      await site.bridge('lose-status', { order: placed.order })
      expect(readOrder(site, placed.order)).toMatchObject({ state: 'waiting', booked: 1 })
      await look(placed)
      expect(readOrder(site, placed.order)).toEqual(paid)
    }
  })

  test('a second press reuses the open payment, and a changed total replaces it', async () => {
    const amount = amountOf()
    const placed = await placeOrder(site, amount)
    expect((await site.bridge('pay', { order: placed.order })).invoice).toBe(placed.invoice)
    await site.bridge('total', { order: placed.order, amount: amount + 1_000 })
    const again = await site.bridge('pay', { order: placed.order })
    expect(again.invoice).not.toBe(placed.invoice)
    const earlier = await shop.api(`/check-payment?invoice=${placed.invoice}`)
    expect(earlier.body.status).toBe('cancelled')
    const { body } = await shop.api(`/check-payment?invoice=${again.invoice}`)
    expect(body).toMatchObject({ status: 'pending', amount: amount + 1_000, reference: placed.ids[1] })
    // The end of the replaced payment does not end the order.
    await sweep(placed)
    expect(readOrder(site, placed.order).state).toBe('waiting')
    await pay(again)
    await sweep(placed)
    expect(readOrder(site, placed.order)).toEqual(paid)
  })

  test('a total that changed after the code was shown puts a paid WooCommerce order on hold, with a note', async () => {
    const amount = amountOf()
    const placed = await placeOrder(site, amount)
    await site.bridge('total', { order: placed.order, amount: amount + 1 })
    await pay(placed)
    await sweep(placed)
    await sweep(placed)
    expect(readOrder(site, placed.order)).toMatchObject({ state: 'onHold', booked: 0 })
    const notes = notesOf(site, placed.order).filter(note => note.includes('costs'))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(`${shop.pagesUrl}/dashboard/payments/${placed.invoice}`)
  })

  test.each(['late', 'under', 'over', 'twice'])(
    'a check puts a WooCommerce order on hold with a note and a link if its money is wrong: %s',
    async simulation => {
      const placed = await placeOrder(site, amountOf())
      await pay(placed, simulation)
      await sweep(placed)
      await sweep(placed)
      const order = readOrder(site, placed.order)
      expect(order).toMatchObject({ state: 'onHold', booked: simulation === 'twice' ? 1 : 0 })
      const notes = notesOf(site, placed.order).filter(note => note.includes('Accept or return it'))
      expect(notes).toHaveLength(1)
      const { body } = await shop.api(`/list-transfers?state=review&invoice=${placed.invoice}`)
      expect(notes[0]).toContain(`${shop.pagesUrl}/dashboard/review/${body.data[0].transfer_id}`)
    },
  )

  test('a WooCommerce order whose code has expired can be paid again, and a cancelled one cannot', async () => {
    const placed = await placeOrder(site, amountOf())
    const status = async () => (await shop.api(`/check-payment?invoice=${placed.invoice}`)).body.status
    const codes = () =>
      shop.app.sql.query("select 1 from charge where invoice_id = $1 and state = 'coded'", [placed.invoice])
    await shop.workUntil(async () => (await codes()).length === 1)
    shop.advance(2 * 86_400)
    await shop.workUntil(async () => (await status()) === 'expired')
    await sweep(placed)
    expect(readOrder(site, placed.order).state).toBe('cancelled')
    expect(await (await comeBack(placed)).text()).toContain('Get a new code')
    const again = await site.bridge('pay', { order: placed.order })
    expect(again).toMatchObject({ result: 'success', invoice: expect.not.stringMatching(placed.invoice) })
    await pay(again)
    await sweep(placed)
    expect(readOrder(site, placed.order)).toEqual(paid)
    const other = await placeOrder(site, amountOf())
    await site.bridge('status', { order: other.order, status: 'cancelled' })
    expect((await shop.api(`/check-payment?invoice=${other.invoice}`)).body.status).toBe('cancelled')
    expect(await (await comeBack(other)).text()).not.toContain('Get a new code')
  })

  test('a WooCommerce order in another currency gets no code', async () => {
    const refused = await site.bridge('place', { amount: amountOf(), currency: 'USD' })
    expect(refused).toMatchObject({ result: 'failure', invoice: '' })
  })

  test('the checkout says if Warung is down, and the next press works', async () => {
    await site.bridge('settings', { settings: { base_url: gone } })
    const placed = await site.bridge('place', { amount: amountOf() })
    await site.bridge('settings', { settings: { base_url: shop.pagesUrl } })
    expect(placed).toMatchObject({ result: 'failure', invoice: '' })
    expect(await site.bridge('pay', { order: placed.order })).toMatchObject({ result: 'success' })
  })

  test('a refund whose provider cannot send money says that the merchant returns it', async () => {
    const amount = amountOf()
    const placed = await placeOrder(site, amount)
    await pay(placed)
    await sweep(placed)
    expect(await site.bridge('refund', { order: placed.order, amount: 5_000 })).toEqual({ error: null })
    await sweep(placed)
    expect(readOrder(site, placed.order)).toMatchObject({ state: 'partlyRefunded', refunded: 5_000 })
    expect(notesOf(site, placed.order).join('\n')).toContain('No money was sent: Rp 5.000')
    const tooMuch = await site.bridge('refund', { order: placed.order, amount })
    expect(tooMuch.error).not.toBeNull()
    expect((await shop.api(`/check-payment?invoice=${placed.invoice}`)).body.refunded_amount).toBe(5_000)
  })

  test('a refund asks the provider for the money, and one made at Warung is booked in WooCommerce', async () => {
    await createConnection(shop.app, {
      accountId: shop.demo.accountId,
      connector: 'midtrans',
      mode: 'test',
      label: 'Midtrans',
      credentials: { server_key: 'SB-Mid-server-WOO', base_url: `${shop.sandboxUrl}/midtrans/` },
      window: sandboxWindow,
      staticQris: null,
    })
    // The shop caches the methods of an account for almost a second.
    const methods = async () => {
      const headers = { 'x-api-key': shop.keys.demo }
      const answer = await fetch(`${shop.pagesUrl}/api/get-payment-methods`, { headers })
      const { data } = (await answer.json()) as { data: { payment_methods: object[] } }
      return data.payment_methods
    }
    const offered = expect.objectContaining({ id: 'qris_user', available: true })
    await expect.poll(methods).toContainEqual(offered)
    await site.bridge('settings', { settings: { payment_method: 'qris_user' } })
    const placed = await placeOrder(site, amountOf()).finally(() =>
      site.bridge('settings', { settings: { payment_method: '' } }),
    )
    await pay(placed)
    await sweep(placed)
    expect(await site.bridge('refund', { order: placed.order, amount: 4_000 })).toEqual({ error: null })
    expect(notesOf(site, placed.order).join('\n')).toContain('The provider was asked to return Rp 4.000')
    const other = await placeOrder(site, amountOf())
    await pay(other)
    await sweep(other)
    await shop.api('/refund-payment', { body: { invoice: other.invoice, amount: 3_000 } })
    await Promise.all([sweep(other), sweep(other)])
    await sweep(other)
    expect(readOrder(site, other.order)).toMatchObject({ state: 'partlyRefunded', refunded: 3_000 })
  })

  test('only the key of an order opens its status and its code', async () => {
    const placed = await placeOrder(site, amountOf())
    const ask = (name: string, key: string) => fetch(`${site.url}/?wc-ajax=${name}&order=${placed.order}&key=${key}`)
    for (const name of ['warung_status', 'warung_code', 'warung_simulate']) {
      expect([name, (await ask(name, 'wc_order_guessed')).status]).toEqual([name, 404])
    }
    expect((await ask('warung_simulate', placed.key)).status).toBe(403)
    expect(await (await ask('warung_status', placed.key)).json()).toEqual({ state: 'waiting' })
    await expect.poll(async () => (await ask('warung_code', placed.key)).headers.get('content-type')).toBe('image/png')
  })

  describe('in a browser', () => {
    let browser: Browser
    let page: Page
    const settingsUrl = () => `${site.url}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=warung`

    beforeAll(async () => {
      browser = await openBrowser()
      page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await page.goto(`${site.url}/wp-login.php`)
      await page.fill('#user_login', admin.name)
      await page.fill('#user_pass', admin.password)
      await Promise.all([page.waitForURL('**/wp-admin/**'), page.click('#wp-submit')])
    })
    afterAll(() => browser?.close())

    const result = () => page.textContent('#warung-way-back-result')
    async function tryWayBack(): Promise<string> {
      await page.goto(settingsUrl())
      await page.click('#warung-way-back')
      await page.waitForSelector('#warung-way-back-result.notice', { timeout: 60_000 })
      return (await result()) ?? ''
    }

    test('the button tests the way back to WooCommerce, and reports what arrived', async () => {
      expect(await delivering(tryWayBack)).toContain('The way back works')
      const [{ settings }] = site.query(
        "select option_value as settings from wp_options where option_name = 'woocommerce_warung_settings'",
      )
      const [, secret = ''] = /"endpoint_secret";s:\d+:"([^"]+)"/.exec(settings) ?? []
      await site.bridge('settings', { settings: { endpoint_secret: shop.secret } })
      expect(await delivering(tryWayBack)).toContain('signed with another secret')
      await site.bridge('settings', { settings: { endpoint_secret: secret } })
    }, 180_000)

    test('neither key nor secret is in the page of the settings', async () => {
      const html = await (await page.goto(settingsUrl()))!.text()
      expect(html).toContain('warung-way-back')
      expect(html).not.toContain(shop.keys.demo)
      expect(html).not.toContain('whsec_M')
    })

    test('the settings refuse an address without TLS and a damaged key', async () => {
      await page.goto(settingsUrl())
      await page.fill('#woocommerce_warung_base_url', 'http://pay.example')
      await page.fill('#woocommerce_warung_api_key', 'sk_live_1')
      await page.click('[name=save]')
      const text = (await page.textContent('body')) ?? ''
      expect(text).toContain('begins with https://')
      expect(text).toContain('wrg_test_')
      const [{ settings }] = site.query(
        "select option_value as settings from wp_options where option_name = 'woocommerce_warung_settings'",
      )
      expect(settings).toContain(shop.pagesUrl)
      expect(settings).toContain(shop.keys.demo)
    })

    test('the thank-you page shows the code, settles the order while it is open, and passes axe', async () => {
      const placed: PlacedInWoocommerce = await placeOrder(site, amountOf())
      const visit = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const customer = await visit.newPage()
      await customer.goto(thankYouUrl(site, placed))
      await customer.waitForFunction(isCodeShown, null, { timeout: 30_000 })
      expect(await findSeriousProblems(customer)).toEqual([])
      expect(await customer.locator('text=let the money arrive').count()).toBe(0)
      await pay(placed)
      await customer.waitForSelector('[data-state=paid]', { timeout: 30_000 })
      expect(readOrder(site, placed.order)).toEqual(paid)
      await visit.close()
    })

    test('the thank-you page speaks Indonesian in an Indonesian shop', async () => {
      await site.bridge('language', { language: 'id_ID' })
      try {
        const placed = await placeOrder(site, amountOf())
        const html = await (await comeBack(placed)).text()
        expect(html).toContain('Bayar dengan QRIS')
        expect(html).toContain('Saya sudah bayar')
      } finally {
        await site.bridge('language', { language: '' })
      }
    })

    test('the thank-you page has a button to check again without scripts', async () => {
      const placed = await placeOrder(site, amountOf())
      const plain = await browser.newContext({ javaScriptEnabled: false })
      const bare = await plain.newPage()
      await bare.goto(thankYouUrl(site, placed))
      await pay(placed)
      await expect
        .poll(async () => {
          await bare.reload()
          return bare.locator('[data-state=paid]').count()
        })
        .toBe(1)
      await plain.close()
      expect(readOrder(site, placed.order)).toEqual(paid)
    })

    test('from the settings to the first settled test payment it takes at most six presses', async () => {
      let presses = 2 // The test did "Install now" and "Activate" itself.
      await site.bridge('settings', { settings: { base_url: '', api_key: '', endpoint_id: '', endpoint_secret: '' } })
      const press = async (act: () => Promise<unknown>) => {
        presses++
        await act()
      }
      await page.goto(`${site.url}/wp-admin/plugins.php`)
      await press(() =>
        page.click('[data-slug=warung-for-woocommerce] .row-actions a:has-text("Settings"), a[href*="section=warung"]'),
      )
      await page.waitForSelector('#woocommerce_warung_base_url')
      // The real WooCommerce enables "Save" on a change, which its script only notices once it has loaded.
      await page.waitForLoadState('load')
      await page.fill('#woocommerce_warung_base_url', shop.pagesUrl)
      await page.fill('#woocommerce_warung_api_key', shop.keys.demo)
      await press(() => page.click('[name=save]'))
      await page.waitForSelector('text=The webhook is registered')
      const placed = await placeOrder(site, amountOf())
      await press(() => page.goto(thankYouUrl(site, placed)))
      await page.waitForFunction(isCodeShown, null, { timeout: 30_000 })
      await press(() => page.click('text=let the money arrive'))
      await page.waitForSelector('[data-state=paid]', { timeout: 30_000 })
      expect(readOrder(site, placed.order)).toEqual(paid)
      expect(presses).toBeLessThanOrEqual(6)
    })

    test('the scheduled check is planned once a person opens the administration', async () => {
      await page.goto(`${site.url}/wp-admin/`)
      expect((await site.bridge('facts')).planned).toBe(true)
    })
  })

  test('PHP reported nothing about the plugin', () => {
    const lines = site.errors().split('\n')
    expect(lines.filter(line => /PHP/.test(line) && line.includes('warung-for-woocommerce'))).toEqual([])
  })
})
