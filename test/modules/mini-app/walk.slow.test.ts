import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFaintTexts, findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { type ChatShop, openChatShop } from './chat-shop.ts'

let shop: ChatShop
let browser: Browser
beforeAll(async () => {
  shop = await openChatShop()
  browser = await openBrowser()
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

interface Walk {
  page: Page
  app: FrameLocator
  scheme: 'light' | 'dark'
  presses: number
  press(testid: string): Promise<void>
  /** Presses a link or a button inside the Mini App. */
  pressIn(name: string | RegExp): Promise<void>
}

async function walkAs(id: number, scheme: Walk['scheme'] = 'light', script = ''): Promise<Walk> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, locale: 'id-ID', colorScheme: scheme })
  await context.addInitScript(script)
  const page = await context.newPage()
  await page.goto(`${shop.store.botApiUrl}/?bot=${shop.store.bot}&person=${id}`)
  const app = page.frameLocator('[data-testid=web-app-frame]')
  const walk: Walk = {
    page,
    app,
    scheme,
    presses: 0,
    async press(testid) {
      walk.presses++
      await page.getByTestId(testid).click()
    },
    async pressIn(name) {
      walk.presses++
      await app.getByRole('link', { name }).or(app.getByRole('button', { name })).first().click()
    },
  }
  return walk
}

/** Checks the accessibility of the page inside the frame, and saves a picture if PICTURES_TO is set. */
async function look({ page, scheme }: Walk, name: string): Promise<void> {
  if (process.env.PICTURES_TO) await page.screenshot({ path: `${process.env.PICTURES_TO}/${name}-${scheme}.png` })
  const frame = page.frames().find(one => one.url().includes('/t/'))!
  expect(await findSeriousProblems(frame), name).toEqual([])
  expect(await findFaintTexts(frame), name).toEqual([])
}

/** Opens the shop from the chat. A returning person has its button in the history. */
async function openApp(walk: Walk): Promise<void> {
  const start = walk.page.getByTestId('start-button')
  const open = walk.page.getByRole('button', { name: 'Buka menu toko' }).last()
  await expect.poll(async () => (await start.isVisible()) || (await open.isVisible())).toBe(true)
  if (await start.isVisible()) await walk.press('start-button')
  walk.presses++
  await open.click()
}

const main = ({ page }: Walk) => page.getByTestId('web-app-main')

async function seesMain(walk: Walk, text: string): Promise<void> {
  await expect.poll(() => main(walk).textContent(), { timeout: 20_000 }).toBe(text)
}

/**
 * Waits for the code of the payment, which appears without a press once the shop has created it. Returns its invoice.
 */
async function seesCode({ app, page }: Walk): Promise<string> {
  const code = app.getByTestId('qr')
  const isDrawn = async () => {
    await shop.store.shop.work()
    return code.isVisible()
  }
  await expect.poll(isDrawn, { timeout: 30_000 }).toBe(true)
  const { width, height } = (await code.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThan(150)
  expect(page.viewportSize()!.width).toBeGreaterThanOrEqual(width)
  return (await app.locator('#payment').getAttribute('data-invoice'))!
}

/** Walks from /start to the QRIS code for a coffee with four groups of options. */
async function buyCoffee(walk: Walk): Promise<string> {
  await openApp(walk)
  await walk.app.getByRole('heading', { name: 'Kopi Gula Aren' }).waitFor()
  await look(walk, 'list')
  await walk.pressIn('Kopi Gula Aren')
  await seesMain(walk, 'Beli sekarang')
  await look(walk, 'product')
  await walk.press('web-app-main')
  await seesMain(walk, 'Bayar Rp 21.000')
  await look(walk, 'cart')
  const phone = walk.app.locator('[name=phone]')
  if ((await phone.inputValue()) === '') {
    // The goods require a phone number, which Telegram knows.
    await walk.pressIn('Pakai nomor Telegram-ku')
    await walk.press('confirm-yes')
    await expect.poll(() => phone.inputValue(), { timeout: 20_000 }).toMatch(/^\+62812/)
  }
  await walk.press('web-app-main')
  const invoice = await seesCode(walk)
  await look(walk, 'payment')
  return invoice
}

describe('a coffee with four groups of options, from /start to the code', () => {
  test('ordering a coffee takes a new customer at most eight presses, and a known one five', async () => {
    const { id } = await shop.store.person({ first_name: 'Sari' })
    const first = await walkAs(id)
    const invoice = await buyCoffee(first)
    expect(first.presses).toBeLessThanOrEqual(8)
    // A frame must not save files: the app around it saves them.
    const saved = first.page.waitForEvent('download')
    await first.pressIn('Simpan gambar QR')
    await first.press('confirm-yes')
    expect((await saved).suggestedFilename()).toBe(`qris-${invoice}.png`)
    await payInvoice(shop.store.shop, invoice)
    await first.app.getByTestId('outcome').waitFor()
    await look(first, 'paid')
    // "Back" leads to the order, which is paid and no longer asks for money.
    await first.press('web-app-back')
    await first.app.getByText('Pesanan diterima').first().waitFor()
    await look(first, 'order')
    await first.page.context().close()

    const again = await walkAs(id, 'dark')
    await buyCoffee(again)
    expect(again.presses).toBeLessThanOrEqual(5)
    await again.page.context().close()
  }, 180_000)
})

test('if the browser refuses storage, the whole way still works once', async () => {
  const { id } = await shop.store.person({ first_name: 'Dewi' })
  const refuse = "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('refused') } })"
  const walk = await walkAs(id, 'light', refuse)
  await openApp(walk)
  await walk.pressIn('Roti Sobek')
  await seesMain(walk, 'Beli sekarang')
  await walk.press('web-app-main')
  await seesMain(walk, 'Bayar Rp 17.500')
  await walk.press('web-app-main')
  await seesCode(walk)
  await walk.page.context().close()
}, 120_000)
