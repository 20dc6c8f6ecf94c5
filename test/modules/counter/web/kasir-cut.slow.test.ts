import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct } from '../../../../src/catalog/add-product.ts'
import { Product } from '../../../../src/catalog/product.ts'
import { revokeDevice } from '../../../../src/modules/counter/revoke-device.ts'
import { findSeriousProblems } from '../../../kit/accessibility.ts'
import { findSmallTargets } from '../../../kit/find-small-targets.ts'
import { openCounter, pin } from '../sales-stand.ts'
import { ownerOf, pairedDevice } from '../stand.ts'
import { openLine, openWorld, patience, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const phone = { locale: 'id-ID', viewport: { width: 360, height: 740 } }

/** Opens a counter with a signed-in cashier, behind a connection that can be cut. */
async function openCut(token: string, scheme: 'light' | 'dark' = 'light') {
  const line = await openLine(world)
  const context = await world.browser.newContext({ ...phone, colorScheme: scheme })
  await context.addCookies([{ name: 'warung-kasir', value: token, url: `${line.url}/kasir` }])
  const page = await context.newPage()
  await page.goto(`${line.url}/kasir`)
  return { line, context, page }
}

/** Waits until the device has stored its copy of the page. */
const kept = (page: Page) =>
  expect.poll(() => page.evaluate("caches.match('/kasir').then(Boolean)"), patience).toBe(true)

async function product(name: string, price: number): Promise<number> {
  const variant = { price, stock: { mode: 'unlimited' as const } }
  const asked = { name, kind: 'physical' as const, description: '', variant }
  const publicId = await addProduct(world.shop.app, ownerOf(world.shop), asked)
  return (await world.shop.app.em(world.shop.demo).findOneOrFail(Product, { publicId })).id
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('100000')
  await page.keyboard.press('Enter')
  await page.locator('#pay-code').waitFor()
}

const total = (page: Page) => page.getByTestId('total').textContent()

test('a ten-minute outage and a reload keep cart and shift, sell nothing, and mark prices as outdated', async () => {
  const productId = await product('Kopi Tubruk', 15_000)
  await openCounter(world.shop)
  const { token } = await pairedDevice(world.shop)
  const { line, context, page } = await openCut(token, 'dark')
  await using stack = new AsyncDisposableStack()
  stack.defer(() => line.close())
  stack.defer(() => context.close())
  expect(await findSmallTargets(page, 44)).toEqual([])
  await signIn(page)
  expect(await findSmallTargets(page, 44)).toEqual([])
  await page.locator('#goods').getByText('Kopi Tubruk').click()
  await page.locator('#amount').fill('5000')
  await expect.poll(() => total(page), patience).toBe('Rp 20.000')
  await kept(page)

  line.freeze()
  await page.reload()
  await page.locator('#offline').waitFor({ timeout: 30_000 })
  expect(await page.locator('#offline').textContent()).toMatch(/Harga dan stok dibaca \d.*\d\d\.\d\d/)
  await expect.poll(() => total(page), patience).toBe('Rp 20.000')
  expect(await page.locator('#who').textContent()).toMatch(/^Kasir \d/)
  for (const id of ['pay-code', 'pay-cash']) expect(await page.locator(`#${id}`).isDisabled()).toBe(true)
  expect(await findSeriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)

  // The price changes during the cut; the sale can still be made.
  await world.shop.app.sql.write(`update variant set price = 16000 where product_id = ${productId}`)
  await page.getByRole('button', { name: 'Tombol angka' }).click()
  await page.locator('[data-key="000"]').click()
  world.shop.advance(600)
  line.thaw()
  await page.locator('#offline').waitFor({ state: 'hidden', timeout: 30_000 })
  await expect.poll(() => total(page), patience).toBe('Rp 5.016.000')
  await page.locator('#pay-cash').click()
  await page.getByRole('button', { name: 'Terima tunai' }).click()
  await expect.poll(() => page.locator('#outcome').textContent(), patience).toBe('LUNAS')
})

test('a revoked device keeps no page for outages', async () => {
  const { token, device } = await pairedDevice(world.shop)
  const { line, context, page } = await openCut(token)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => line.close())
  stack.defer(() => context.close())
  await page.locator('#pin-screen').waitFor()
  await kept(page)
  await revokeDevice(world.shop.app, device.id, ownerOf(world.shop))
  await page.reload()
  await page.getByText('Pasang kasir').first().waitFor()
  expect(await page.evaluate("caches.match('/kasir').then(Boolean)")).toBe(false)
})
