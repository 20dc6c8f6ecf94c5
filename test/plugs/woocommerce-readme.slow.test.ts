import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import { findWordpress, lacksForWordpress } from './woocommerce/install-wordpress.ts'
import { admin, Site } from './woocommerce/site.ts'
import { placeOrder, thankYouUrl } from './woocommerce/woocommerce-shop.ts'

// Follows packages/woocommerce/README.md like a person with a browser, in a WordPress that has WooCommerce and nothing
// of ours: the archive, its upload, the settings, an order, test money. With the real WooCommerce, the order is placed
// in both checkouts; its double has none.

const found = await findWordpress()
if (!found) test.skip(`left out: ${lacksForWordpress() || 'WordPress'} is not available here`, () => {})

const packages = path.join(import.meta.dirname, '../../packages')
const pressesMax = 6
const stepMs = 120_000
const isCodeShown = "document.querySelector('.warung-code').naturalWidth > 200"
/** The Blocks checkout of a new shop, and the classic one. */
const checkouts = [
  { shortcode: '', placeOrder: '.wc-block-components-checkout-place-order-button' },
  { shortcode: '[woocommerce_checkout]', placeOrder: '#place_order' },
] as const

describe.skipIf(!found)('the README of the plugin for WooCommerce', () => {
  let site: Site
  let shop: WebShop
  let browser: Browser
  let page: Page
  let isOver = false
  let working: Promise<void>
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-woocommerce-readme-'))

  beforeAll(async () => {
    site = new Site({ wordpress: found!.folder, woocommerce: found!.woocommerce, isWithoutPlugin: true })
    await site.open()
    shop = await createWebShop({}, {}, { settings: { MODULES: 'all', OUTBOUND_ALLOW: new URL(site.url).host } })
    working = work()
    browser = await openBrowser()
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    page.setDefaultTimeout(stepMs)
    await page.goto(`${site.url}/wp-login.php`)
    await page.fill('#user_login', admin.name)
    await page.fill('#user_pass', admin.password)
    await Promise.all([page.waitForURL('**/wp-admin/**'), page.click('#wp-submit')])
  }, 300_000)

  afterAll(async () => {
    isOver = true
    await working
    await browser?.close()
    await shop?.close()
    await site?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function work(): Promise<void> {
    while (!isOver) {
      await shop.work()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  let presses = 0
  async function press(selector: string): Promise<void> {
    presses++
    await page.click(selector)
    await page.waitForLoadState('load')
  }

  /** Pays with test money on the thank-you page, and waits until it shows that. */
  async function payHere(): Promise<void> {
    await page.waitForSelector('.warung-code')
    await page.waitForFunction(isCodeShown, null, { timeout: stepMs })
    await press('text=let the money arrive')
    await page.waitForSelector('[data-state=paid]')
  }

  function statusOfNewest(): string {
    const sql = "select status from wp_wc_orders where type = 'shop_order' order by id desc limit 1"
    return site.query(sql)[0].status
  }

  test('the README of WooCommerce leads from the archive to a settled test payment in six presses', async () => {
    const readme = fs.readFileSync(path.join(packages, 'woocommerce/README.md'), 'utf8')
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(readme)!
    await promisify(execFile)('sh', ['-ec', commands.replace('/path/to/packages', packages)], { cwd: folder })
    await page.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`)
    await page.setInputFiles('#pluginzip', path.join(folder, 'warung-for-woocommerce.zip'))
    await press('#install-plugin-submit')
    await press('a.button-primary[href*="action=activate"]')
    await press('a[href*="section=warung"]')
    await page.waitForSelector('#woocommerce_warung_base_url')
    // WooCommerce's scripts disable the button until a field changes.
    await page.waitForLoadState('load')
    await page.fill('#woocommerce_warung_base_url', shop.pagesUrl)
    await page.fill('#woocommerce_warung_api_key', shop.keys.demo)
    await press('[name=save]')
    await page.waitForSelector('text=The webhook is registered')
    if (found!.woocommerce) {
      await placeInShop(checkouts[0])
    } else {
      const placed = await placeOrder(site, randomInt(20_000, 90_000))
      presses++
      await page.goto(thankYouUrl(site, placed))
    }
    await payHere()
    expect(statusOfNewest()).toMatch(/^wc-(processing|completed)$/)
    expect(presses).toBeLessThanOrEqual(pressesMax)
  }, 600_000)

  test.skipIf(!found?.woocommerce)(
    'the classic checkout of the real WooCommerce leads to the code',
    async () => {
      await placeInShop(checkouts[1])
      await payHere()
      expect(statusOfNewest()).toMatch(/^wc-(processing|completed)$/)
    },
    600_000,
  )

  /** Puts a product into the cart, and places the order in the checkout. */
  async function placeInShop({ shortcode, placeOrder }: (typeof checkouts)[number]): Promise<void> {
    const shelf = await site.bridge('shelf', { amount: randomInt(20_000, 90_000), checkout: shortcode })
    await page.goto(`${site.url}/?add-to-cart=${shelf.product}`)
    await page.goto(shelf.checkout)
    await press(placeOrder)
  }
})
