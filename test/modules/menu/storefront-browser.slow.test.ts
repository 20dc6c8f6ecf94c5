import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { setProductPicture } from '../../../src/catalog/set-product-picture.ts'
import { makeCoupon } from '../../../src/modules/coupons/make-coupon.ts'
import { menuColours } from '../../../src/modules/menu/menu-page.ts'
import { setCover } from '../../../src/modules/menu/set-cover.ts'
import { setMenuLook } from '../../../src/modules/menu/set-menu-look.ts'
import { findFaintTexts, findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { findSmallTargets } from '../../kit/find-small-targets.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

// Also uses: coupons

let shop: WebShop
let browser: Browser
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test', ...commandActor }) as const

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
  await openMenu(shop, 'warna')
  const { accountId } = shop.demo
  await shop.app.sql.write(
    `insert into shop_rules (account_id, delivers, delivery_fee, pickup_place) values ($1, true, 9000, 'Jl. Melati 5')`,
    [accountId],
  )
  await makeCoupon(shop.app, acting(), { code: 'HEMAT', worth: { percent: 10 }, usesMax: null })
  const coffee = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900"
    fill="#c8a27c"/><circle cx="500" cy="450" r="320" fill="#fff"/><circle cx="500" cy="450" r="250" fill="#5a3722"/>
    <circle cx="1200" cy="500" r="220" fill="#f3e3cf"/></svg>`
  const bytes = await sharp(Buffer.from(coffee)).png().toBuffer()
  await setCover(shop.app, acting(), { name: 'sampul.png', bytes })
  const [bread] = await shop.app.sql.query<{ id: string }>("select public_id as id from product where key = 'roti'")
  await setProductPicture(shop.app, acting(), bread!.id, { name: 'roti.png', bytes })
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function openAs(scheme: 'light' | 'dark', script = true): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({
    viewport,
    locale: 'id-ID',
    colorScheme: scheme,
    javaScriptEnabled: script,
  })
  return context.newPage()
}

async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES_TO) await page.screenshot({ path: `${process.env.PICTURES_TO}/${name}.png`, fullPage: true })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true)
  expect(await findSeriousProblems(page), name).toEqual([])
  expect(await findFaintTexts(page), name).toEqual([])
  expect(await findSmallTargets(page, 44), name).toEqual([])
}

test.each(menuColours)(
  'the menu in %s is readable in light and dark, and every control is large enough to press',
  async colour => {
    await setMenuLook(shop.app, acting(), { colour, readyMin: 15, deliveryMin: 30 })
    for (const scheme of ['light', 'dark'] as const) {
      const page = await openAs(scheme)
      await page.goto(`${shop.pagesUrl}/m/warna?lang=id`)
      await look(page, `menu-${colour}-${scheme}`)
      await page.context().close()
    }
  },
  60_000,
)

test('one press adds bread from the list, and the total follows quantity and coupon immediately', async () => {
  await setMenuLook(shop.app, acting(), { colour: 'green', readyMin: 15, deliveryMin: 30 })
  const page = await openAs('light')
  await page.goto(`${shop.pagesUrl}/m/warna?lang=id`)
  await page.getByRole('searchbox').fill('roti')
  await page.getByRole('button', { name: 'Cari' }).click()
  await page.getByRole('button', { name: 'Tambah: Roti Bakar' }).click()
  await page.getByText('1 di pesanan').waitFor()
  await look(page, 'search')
  await page.getByRole('link', { name: 'Kembali ke menu' }).click()
  await page.getByRole('link', { name: 'Latte' }).click()
  await look(page, 'product')
  await page.getByRole('button', { name: 'Masukkan ke pesanan' }).click()
  await page.getByRole('link', { name: /Lihat pesanan · 2 barang/ }).click()
  const total = page.locator('[data-total]')
  await expect.poll(() => total.textContent()).toBe('Rp\u00a046.000')
  await page.getByLabel('Jumlah: Latte').fill('3')
  await page.getByLabel('Jumlah: Latte').blur()
  await expect.poll(() => total.textContent()).toBe('Rp\u00a090.000')
  await page.locator('[name=receiving]').selectOption('pickup')
  await expect.poll(() => total.textContent()).toBe('Rp\u00a081.000')
  await page.getByText('Punya kupon?').click()
  await page.getByLabel('Kode kupon').fill('hemat')
  await page.getByLabel('Kode kupon').blur()
  await expect.poll(() => page.locator('[data-order]').textContent()).toBe('Pesan dan bayar Rp\u00a072.900')
  await page.locator('[name=receiving]').selectOption('delivery')
  await expect.poll(() => total.textContent()).toBe('Rp\u00a081.900')
  await look(page, 'cart-light')
  await page.getByLabel('Kode kupon').fill('tidak-ada')
  await page.getByLabel('Kode kupon').blur()
  await page.locator('[name=coupon][aria-invalid]').waitFor()
  await expect.poll(() => total.textContent()).toBe('Rp\u00a090.000')
  await page.context().close()
}, 90_000)

test('the list works without a script too, with a button that recalculates', async () => {
  const page = await openAs('dark', false)
  await page.goto(`${shop.pagesUrl}/m/warna?lang=id`)
  await page.getByRole('button', { name: 'Tambah: Roti Bakar' }).click()
  await page.getByRole('link', { name: /Lihat pesanan · 1 barang/ }).click()
  await page.getByText('Punya kupon?').click()
  await page.getByLabel('Kode kupon').fill('hemat')
  await page.locator('[name=receiving]').selectOption('pickup')
  await page.getByRole('button', { name: 'Hitung total' }).click()
  expect(await page.locator('[data-total]').textContent()).toBe('Rp\u00a013.500')
  if (process.env.PICTURES_TO)
    await page.screenshot({ path: `${process.env.PICTURES_TO}/cart-dark.png`, fullPage: true })
  await page.context().close()
}, 60_000)
