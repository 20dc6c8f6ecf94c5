import fs from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'
import { signInAs } from './dashboard/members.ts'
import { fillShop } from './filled-shop.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

/**
 * Compares ten pages in three widths, light and dark, with their earlier pictures. With `UPDATE_PICTURES=1` the test
 * redraws those that differ, for a person to check and commit.
 */
const folder = path.join(import.meta.dirname, 'pictures')
const isUpdating = process.env.UPDATE_PICTURES === '1'
const widths = [360, 390, 1280]
const schemes = ['light', 'dark'] as const
const screenHeight = 800
/** Pictures are stored this many times smaller: letters blur, so that machines which smooth them differently agree. */
const smaller = 4
/**
 * Squares of this many stored pixels are compared by their average, and are equal if it differs by less than this, out
 * of 255.
 */
const square = 6
const differenceMax = 7
/** The number of squares in a thousand that may differ: a unique code has one to three digits. */
const squaresMax = 4

let shop: WebShop
let browser: Browser
let context: BrowserContext
let addresses: Record<string, string>

beforeAll(async () => {
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' })
  browser = await openBrowser()
  const paths = await fillShop(shop)
  const payment = paths.find(one => /\/payments\/INV-/.test(one))!
  addresses = {
    home: '/',
    'sign-in': '/sign-in',
    payments: '/dashboard/payments',
    payment,
    review: '/dashboard/review',
    balance: '/dashboard/balance',
    orders: '/dashboard/orders?status=all',
    catalogue: '/dashboard/catalog',
    customers: '/dashboard/customers',
    pay: `/pay?invoice=${payment.split('/').at(-1)}`,
  }
  context = await browser.newContext({ locale: 'id-ID', bypassCSP: true })
  const { cookies } = await signInAs(shop, { username: 'gambar' })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
  fs.mkdirSync(folder, { recursive: true })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

test('ten pages look as they did, on phones and wide screens, light and dark', { timeout: 240_000 }, async () => {
  const page = await context.newPage()
  const changed: string[] = []
  for (const [name, address] of Object.entries(addresses)) {
    const drawn = await draw(page, address)
    const file = path.join(folder, `${name}.webp`)
    const squares = fs.existsSync(file) ? await squaresThatDiffer(drawn, fs.readFileSync(file)) : 1000
    if (squares <= squaresMax) continue
    changed.push(`${name}: ${squares} of 1000 squares differ`)
    if (isUpdating) await sharp(drawn).webp({ quality: 80 }).toFile(file)
  }
  if (!isUpdating) expect(changed).toEqual([])
})

test('the comparison of pictures detects a missing bar, larger letters and changed colours', async () => {
  const page = await context.newPage()
  const known = fs.readFileSync(path.join(folder, 'payments.webp'))
  for (const style of [
    '.daily { display: none !important }',
    'body { font-size: 18px !important }',
    '.status { background: none !important; padding: 0 !important }',
    '.list tr { display: block !important }',
  ]) {
    const drawn = await draw(page, addresses.payments!, style)
    expect(await squaresThatDiffer(drawn, known), style).toBeGreaterThan(squaresMax)
  }
})

/** Draws all six pictures of a page side by side, reduced in size. */
async function draw(page: Page, address: string, style = ''): Promise<Buffer> {
  const pictures: { input: Buffer; left: number; top: number }[] = []
  const height = screenHeight / smaller
  let left = 0
  for (const width of widths) {
    const small = Math.floor(width / smaller)
    await page.setViewportSize({ width, height: screenHeight })
    await page.goto(`${shop.pagesUrl}${address}${address.includes('?') ? '&' : '?'}lang=id`)
    await page.addStyleTag({ content: `${still} ${style}` })
    await page.evaluate(sameEachTime)
    for (const [at, colorScheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme })
      const input = await sharp(await page.screenshot())
        .resize(small, height, { fit: 'fill' })
        .png()
        .toBuffer()
      pictures.push({ input, left, top: at * height })
    }
    left += small
  }
  return sharp({ create: { width: left, height: height * schemes.length, channels: 3, background: '#888' } })
    .composite(pictures)
    .png()
    .toBuffer()
}

/**
 * Hides parts that move or are drawn from an id, and the menu, which grows with the product. The shop's own font
 * replaces those of the machine: which of them a browser uses for a weight depends on what is installed.
 */
const still = `
  @font-face { font-family: pictured; font-weight: 100 500; src: url(/assets/plus-jakarta-sans-400.woff2) }
  @font-face { font-family: pictured; font-weight: 501 900; src: url(/assets/plus-jakarta-sans-700.woff2) }
  html, html * { font-family: pictured !important }
  * { animation: none !important; transition: none !important; caret-color: transparent !important }
  .side, input[type="date"], .qr img, a.code svg, .whole svg, [data-countdown], [data-sand] {
    visibility: hidden !important;
  }`

/**
 * Replaces texts that differ in each run, keeping their length: all digits have one width, and so have the letters of
 * numbers.
 */
const sameEachTime = `Promise.all([400, 700].map(weight => document.fonts.load(weight + ' 1em pictured'))).then(() => {
  const same = text => text
    .replace(/(INV|ORD)-[0-9A-Z-]+/g, number => number.replace(/[0-9A-Z]/g, '8'))
    .replace(/\\b(Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des)\\b/g, 'Nov')
    .replace(/\\b(kemarin|besok)\\b/g, 'hari ini')
    .replace(/[0-9]/g, '8')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isNumber = node.parentElement.closest('code')
    node.data = isNumber ? node.data.replace(/[0-9A-Z]/g, '8') : same(node.data)
  }
  for (const input of document.querySelectorAll('input[readonly]')) input.value = 'http'
  document.activeElement.blur()
})`

/** Returns the number of squares in a thousand that differ; a thousand if the pictures differ in size. */
async function squaresThatDiffer(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([one, other].map(pixelsOf))
  if (first!.width !== second!.width || first!.height !== second!.height) return 1000
  const { width, height } = first!
  let differing = 0
  let squares = 0
  for (let top = 0; top + square <= height; top += square) {
    for (let left = 0; left + square <= width; left += square) {
      squares++
      if (differenceAt(first!, second!, { left, top }) > differenceMax) differing++
    }
  }
  return Math.ceil((differing / squares) * 1000)
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns the difference of two squares' averages, in the channel in which it is largest. */
function differenceAt(one: Pixels, other: Pixels, { left, top }: { left: number; top: number }): number {
  const sums = [0, 0, 0]
  for (let y = top; y < top + square; y++) {
    for (let x = left; x < left + square; x++) {
      const at = (y * one.width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        sums[channel]! += one.data[at + channel]! - other.data[at + channel]!
    }
  }
  return Math.max(...sums.map(Math.abs)) / square ** 2
}
