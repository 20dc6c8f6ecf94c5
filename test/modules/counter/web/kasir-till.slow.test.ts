import { randomBytes, randomInt } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../../src/catalog/add-product.ts'
import { sharp } from '../../../../src/lib/sharp.ts'
import { CounterSale } from '../../../../src/modules/counter/counter-sale.ts'
import { OfflineSale } from '../../../../src/modules/counter/offline/offline-sale.ts'
import { revokeDevice } from '../../../../src/modules/counter/revoke-device.ts'
import { findSeriousProblems } from '../../../kit/accessibility.ts'
import { findSmallTargets } from '../../../kit/find-small-targets.ts'
import { allowOffline, goods } from '../offline-stand.ts'
import { cheapCashier } from '../sales-stand.ts'
import { ownerOf } from '../stand.ts'
import { openTill } from './kasir-stand.ts'
import { openWorld, patience, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await cheapCashier(world.shop)
})
afterAll(() => world[Symbol.asyncDispose]())

/** Cuts the network of a page as Chromium's developer tools do. */
async function cut(protocol: CDPSession, offline: boolean): Promise<void> {
  const fast = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await protocol.send('Network.emulateNetworkConditions', { ...fast, offline })
}

const outcome = (page: Page) => page.locator('#outcome').textContent()
const scope = () => ({ accountId: world.shop.demo.accountId, mode: 'test' as const })
const salesOf = (device: number) => world.shop.app.em(scope()).find(CounterSale, { device })
const offlineOf = (device: number) => world.shop.app.em(scope()).find(OfflineSale, { device })

/** Waits until the device has stored its copy of the page. */
const kept = (page: Page) =>
  expect.poll(() => page.evaluate("caches.match('/kasir').then(Boolean)"), patience).toBe(true)

async function typeAndTake(page: Page, amount: number): Promise<void> {
  await page.locator('#amount').fill(String(amount))
  await page.locator('#pay-cash').click()
  await page.getByRole('button', { name: 'Uang pas' }).click()
  await page.locator('#done-screen').waitFor()
  expect(await outcome(page)).toBe('LUNAS')
}

const next = (page: Page) => page.getByRole('button', { name: 'Penjualan baru' }).click()

describe('a till without a network', () => {
  test('a morning of cash sales with reloads and a killed tab reaches the books once', async () => {
    await allowOffline(world.shop)
    await goods(world.shop, 12_000)
    const { context, page: first, device } = await openTill(world)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    let page = first
    await kept(page)
    await page.reload()
    await page.locator('#pay-code').waitFor()
    await cut(await context.newCDPSession(page), true)
    await context.setOffline(true)
    const amounts: number[] = []
    for (let sale = 0; sale < 24; sale++) {
      const amount = randomInt(1, 60) * 500
      amounts.push(amount)
      await typeAndTake(page, amount)
      expect(await page.locator('#not-sent').isVisible()).toBe(true)
      expect(await page.locator('#receipt').textContent()).toContain('Tanpa jaringan no.')
      if (sale === 15) {
        // The browser kills the tab while it shows the receipt.
        const crashed = page.waitForEvent('crash')
        const protocol = await context.newCDPSession(page)
        // The answer never arrives, because the page has crashed.
        void protocol.send('Page.crash').catch(() => undefined)
        await crashed
        await page.close()
        page = await context.newPage()
        await page.goto(`${world.shop.pagesUrl}/kasir`)
      } else if (sale === 7) await page.reload()
      else await next(page)
      await page.locator('#pay-code').waitFor({ timeout: 20_000 })
    }
    expect(await page.locator('#waiting').textContent()).toContain('24 penjualan tersimpan')
    expect(await page.locator('#pay-code').isDisabled()).toBe(true)
    expect(await findSeriousProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expect(await salesOf(device.id)).toEqual([])

    await context.setOffline(false)
    await cut(await context.newCDPSession(page), false)
    await expect.poll(async () => (await salesOf(device.id)).length, { timeout: 180_000, interval: 500 }).toBe(24)
    await expect.poll(() => page.locator('#waiting').isVisible(), patience).toBe(false)
    const sales = await offlineOf(device.id)
    expect(sales.map(({ number }) => number).sort((one, other) => one - other)).toEqual(amounts.map((_, at) => at + 1))
    expect(new Set(sales.map(({ state }) => state))).toEqual(new Set(['booked']))
    const byNumber = sales.toSorted((one, other) => one.number - other.number)
    expect(byNumber.map(({ total }) => total)).toEqual(amounts)
  }, 400_000)

  test('a sale whose response was lost is stored with its key, and sold once', async () => {
    await allowOffline(world.shop)
    const { context, page, device } = await openTill(world)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    await context.route('**/kasir/sell?*', async route => {
      await route.fetch()
      await route.abort()
    })
    await typeAndTake(page, 17_000)
    await context.unroute('**/kasir/sell?*')
    await next(page)
    await expect.poll(async () => (await offlineOf(device.id)).length, patience).toBe(1)
    expect((await salesOf(device.id)).map(({ total }) => total)).toEqual([17_000])
  })

  test.each([
    ['refuses to open it', "indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }"],
    [
      'says that its disk is full',
      "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
    ],
  ])('a browser that %s sells nothing offline, and says why', async (_name, script) => {
    await allowOffline(world.shop)
    const { context, page } = await openTill(world, { script })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    await page.locator('#amount').fill('15000')
    await context.setOffline(true)
    await page.locator('#to-sales').click()
    await page.locator('#sales-screen [data-back]').click()
    await page.locator('#offline').getByText('tidak mau menyimpan penjualan').waitFor()
    expect(await page.locator('#pay-cash').isDisabled()).toBe(true)
    await context.setOffline(false)
    await expect.poll(() => page.locator('#pay-cash').isDisabled(), { timeout: 20_000 }).toBe(false)
    await page.locator('#pay-cash').click()
    await page.getByRole('button', { name: 'Uang pas' }).click()
    await expect.poll(() => outcome(page), patience).toBe('LUNAS')
  })

  test("a device stops at the owner's limit, and does not sell counted goods unless allowed", async () => {
    await allowOffline(world.shop, { offlineSalesMax: 2 })
    const counted = await goods(world.shop, 9_000, 5)
    const { context, page } = await openTill(world)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    await context.setOffline(true)
    await page.locator(`[data-variant="${counted}"]`).click()
    await page.locator('#to-sales').click()
    await page.locator('#sales-screen [data-back]').click()
    await page.locator('#offline').getByText('Barang yang stoknya dihitung').waitFor()
    expect(await page.locator('#pay-cash').isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Kurangi: / }).click()
    for (const amount of [5_000, 6_000]) {
      await typeAndTake(page, amount)
      await next(page)
    }
    await page.locator('#amount').fill('7000')
    await page.locator('#offline').getByText('Batas penjualan tanpa jaringan').waitFor()
    expect(await page.locator('#pay-cash').isDisabled()).toBe(true)
  })

  test('a device that was revoked while offline sends its sales, and the owner decides', async () => {
    await allowOffline(world.shop)
    const { context, page, device } = await openTill(world)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    await kept(page)
    await context.setOffline(true)
    for (const amount of [5_000, 6_000]) {
      await typeAndTake(page, amount)
      await next(page)
    }
    await revokeDevice(world.shop.app, device.id, ownerOf(world.shop))
    // The tab is closed, so the page on a new device has to send them.
    await page.close()
    await context.setOffline(false)
    const later = await context.newPage()
    await later.goto(`${world.shop.pagesUrl}/kasir`)
    await later.locator('#left').getByText('sudah terkirim').waitFor({ timeout: 20_000 })
    const sales = await offlineOf(device.id)
    expect(sales.map(({ state, reasons }) => [state, ...reasons])).toEqual([
      ['held', 'revoked'],
      ['held', 'revoked'],
    ])
    expect(await salesOf(device.id)).toEqual([])
  })
})

/** Returns a picture that compresses like a photograph. */
function picture(): Promise<Buffer> {
  const raw = { width: 16, height: 16, channels: 3 as const }
  return sharp(randomBytes(16 * 16 * 3), { raw })
    .resize(400, 400, { kernel: 'cubic' })
    .webp({ quality: 80 })
    .toBuffer()
}

const drawn = 24

/** Adds goods with pictures in four categories; from the 25th on, they reuse the pictures of others. */
async function fillCatalogue(count: number): Promise<void> {
  for (let number = 1; number <= drawn; number++) {
    const variant = { price: 8_000 + number * 100, stock: { mode: 'unlimited' as const } }
    const name = `Menu nomor ${number}`
    const image = { name: `${number}.webp`, bytes: await picture() }
    const category = ['Kopi', 'Teh', 'Makanan', 'Camilan'][number % 4]!
    const asked = { name, category, kind: 'physical' as const, description: '', variant, picture: image }
    await addProduct(world.shop.app, ownerOf(world.shop), asked)
  }
  for (let number = drawn + 1; number <= count; number++) {
    const [productId, variantId] = [randomBytes(16), randomBytes(16)].map(bytes => bytes.toString('base64url'))
    await world.shop.app.sql.write(
      `with made as (
         insert into product (account_id, public_id, key, category_id, kind, name, image_id, position, created_at)
         select account_id, $1, 'menu-' || $3, category_id, kind, 'Menu nomor ' || $3, image_id, $3::int, created_at
         from product where name = $4 returning id, account_id, created_at)
       insert into variant (account_id, public_id, product_id, key, price, stock_mode, created_at)
       select account_id, $2, id, 'satu', 9000, 'unlimited', created_at from made`,
      [productId, variantId, String(number), `Menu nomor ${(number % drawn) + 1}`],
    )
  }
}

/** Counts the presses of a test in the page itself. */
const countPresses =
  "addEventListener('click', event => event.isTrusted && (window.presses = (window.presses ?? 0) + 1), true)"

describe('200 products on a phone of 360 pixels', () => {
  test('200 products are shown with at most 100 KiB, and a sale of three takes at most six presses', async () => {
    await fillCatalogue(200)
    const { context, page } = await openTill(world, { script: countPresses })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => context.close())
    const cold = await context.newPage()
    const protocol = await context.newCDPSession(cold)
    await protocol.send('Network.enable')
    await protocol.send('Network.clearBrowserCache')
    await protocol.send('Network.setBypassServiceWorker', { bypass: true })
    let sent = 0
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sent += encodedDataLength
    })
    await page.close()
    await cold.goto(`${world.shop.pagesUrl}/kasir`, { waitUntil: 'networkidle' })
    await expect.poll(() => cold.locator('#goods > li').count(), patience).toBeGreaterThanOrEqual(200)
    process.stdout.write(`sent for 200 products: ${sent} bytes\n`)
    expect(sent).toBeGreaterThan(20_000)
    expect(sent).toBeLessThanOrEqual(100 * 1024)
    expect(await findSeriousProblems(cold)).toEqual([])
    expect(await findSmallTargets(cold, 44)).toEqual([])
    expect(await cold.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)

    await cold.evaluate('window.presses = 0')
    for (const number of [149, 150, 151])
      await cold
        .locator('#goods')
        .getByRole('button', { name: `Menu nomor ${number}` })
        .click()
    // The cart and the buttons stay in view however far the goods are scrolled.
    await cold.locator('#goods').getByRole('button', { name: 'Menu nomor 150' }).scrollIntoViewIfNeeded()
    for (const id of ['total', 'pay-cash', 'lines']) {
      const box = (await cold.locator(`#${id}`).boundingBox())!
      expect(box.y + box.height).toBeLessThanOrEqual(740)
    }
    await cold.locator('#pay-cash').click()
    await cold.getByRole('button', { name: 'Uang pas' }).click()
    await expect.poll(() => outcome(cold), patience).toBe('LUNAS')
    await next(cold)
    expect(await cold.evaluate('window.presses')).toBeLessThanOrEqual(6)
  }, 400_000)
})
