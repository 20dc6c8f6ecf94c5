import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalog } from '../../../../src/catalog/import/import-catalog.ts'
import { findSeriousProblems } from '../../../kit/accessibility.ts'
import { openBrowser } from '../../../kit/browser.ts'
import { filmHeight, filmWidth, writeFilm } from '../../../kit/film.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { openCounter, pin } from '../sales-stand.ts'
import { ownerOf, pairedDevice } from '../stand.ts'

const patience = { timeout: 15_000, interval: 50 }
const noodles = '8992761002015'

let shop: WebShop
let folder: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-barcode-'))
  shop = await createWebShop()
  const catalog = `
products:
  - { key: mie, name: Mie instan, kind: physical, price: 3500, stock: 40, barcode: "${noodles}" }
  - { key: teh, name: Teh botol, kind: physical, variants: [
      { key: kecil, name: Kecil, price: 4000, stock: unlimited, barcode: "012345678905" },
      { key: besar, name: Besar, price: 7000, stock: unlimited, barcode: "012345678905" }] }
`
  await importCatalog(shop.app, { ...ownerOf(shop), address: null }, catalog, folder)
  await openCounter(shop)
})
afterAll(async () => {
  await shop.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const left = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111']
left.push('0001011')
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
const inverted = (bits: string) => bits.replaceAll(/./g, bit => (bit === '1' ? '0' : '1'))
const reversed = (bits: string) => [...bits].reverse().join('')

/** Returns the modules of an EAN-13, as defined by its standard. */
function modulesOf(code: string): string {
  const [first, ...rest] = [...code].map(Number)
  const halves = rest.map((digit, at) => {
    const bits = left[digit]!
    if (at >= 6) return inverted(bits)
    return parities[first!]![at] === 'G' ? reversed(inverted(bits)) : bits
  })
  return `101${halves.slice(0, 6).join('')}01010${halves.slice(6).join('')}101`
}

/** Writes a film of a barcode on a tilted label in uneven light. */
function filmOf(code: string): string {
  const modules = modulesOf(code)
  const scale = 4
  const file = path.join(folder, `${code}.y4m`)
  writeFilm(file, (x, y) => {
    const along = (x - filmWidth / 2 + (y - filmHeight / 2) * 0.12) / scale + modules.length / 2
    if (Math.abs(y - filmHeight / 2) > 120 || along < -12 || along > modules.length + 12) return null
    const bit = modules[Math.floor(along)]
    return (bit === '1' ? 40 : 200) + Math.round((x / filmWidth) * 30)
  })
  return file
}

async function openSelling(page: Page, token: string): Promise<void> {
  await page.context().addCookies([{ name: 'warung-kasir', value: token, url: `${shop.pagesUrl}/kasir` }])
  await page.goto(`${shop.pagesUrl}/kasir`)
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('0')
  await page.keyboard.press('Enter')
  await page.locator('#pay-code').waitFor()
}

// Types like a scanner, wherever the cursor is: faster than this browser's driver can on a busy machine.
const scanner = `code => {
  for (const key of [...code, 'Enter']) {
    const field = document.activeElement
    const isFree = field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    if (!isFree || key === 'Enter' || !('value' in field)) continue
    field.value += key
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}`
const scan = (page: Page, code: string) => page.evaluate(`(${scanner})('${code}')`)

const lines = (page: Page) => page.locator('#lines').textContent()
const phone = { locale: 'id-ID', viewport: { width: 360, height: 740 } }

test('a barcode scanner sells wherever the cursor is, and its digits are not an amount', async () => {
  await using browser = await openBrowser()
  await using context = await browser.newContext(phone)
  const page = await context.newPage()
  await openSelling(page, (await pairedDevice(shop)).token)
  await page.locator('#amount').fill('5000')
  await scan(page, noodles)
  await expect.poll(() => lines(page), patience).toContain('1 × Mie instan')
  expect(await page.getByTestId('total').textContent()).toBe('Rp 8.500')
  await page.locator('body').press('Tab')
  await scan(page, noodles)
  await expect.poll(() => lines(page), patience).toContain('2 × Mie instan')

  await page.locator('#amount').focus()
  await scan(page, '4006381333931')
  await page.getByText('Tidak ada barang dengan barcode 4006381333931').waitFor()
  expect(await page.getByTestId('total').textContent()).toBe('Rp 12.000')

  // A barcode that two sizes share, with the zero that some scanners prepend: the cashier chooses.
  await scan(page, '0012345678905')
  await expect.poll(() => page.locator('#goods [data-variant]').count(), patience).toBe(2)
  await page.locator('#goods').getByRole('button', { name: /Besar/ }).click()
  await expect.poll(() => lines(page), patience).toContain('1 × Teh botol (Besar)')
})

test('phones show products before the keypad, and a sale continues by keyboard from its row', async () => {
  await using browser = await openBrowser()
  await using context = await browser.newContext(phone)
  const page = await context.newPage()
  await openSelling(page, (await pairedDevice(shop)).token)
  const keypad = page.getByRole('group', { name: 'Tombol angka' })
  expect(await keypad.isVisible()).toBe(false)
  await page.getByRole('button', { name: /Mie instan/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => lines(page), patience).toContain('1 × Mie instan')
  expect(await page.locator(':focus').textContent()).toContain('Mie instan')
  await page.keyboard.press('Enter')
  await expect.poll(() => lines(page), patience).toContain('2 × Mie instan')
  await page.locator('#amount').click()
  await page.locator('[data-key="5"]').click()
  await expect.poll(() => page.getByTestId('total').textContent(), patience).toBe('Rp 7.005')
  await page.getByRole('button', { name: 'Tombol angka' }).click()
  expect(await keypad.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Tombol angka' }).click()
  expect(await keypad.isVisible()).toBe(true)
})

test('the camera reads a barcode in any browser, and loads its decoder only then', async () => {
  await using browser = await openBrowser(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${filmOf(noodles)}`,
  )
  await using context = await browser.newContext({ ...phone, colorScheme: 'dark' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await openSelling(page, (await pairedDevice(shop)).token)
  expect(asked).not.toContain('/assets/barcode.js')
  await page.getByRole('button', { name: 'Scan dengan kamera' }).click()
  await expect.poll(() => lines(page), patience).toContain('1 × Mie instan')
  expect(asked).toContain('/assets/barcode.js')
  expect(await page.locator('#video').isVisible()).toBe(false)
  expect(await findSeriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
})
