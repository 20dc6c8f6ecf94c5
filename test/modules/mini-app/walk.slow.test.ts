import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
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
  presses: number
  press(testid: string): Promise<void>
  /** Presses a link or a button inside the Mini App. */
  pressIn(name: string | RegExp): Promise<void>
}

async function walkAs(id: number): Promise<Walk> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, locale: 'id-ID' })
  const page = await context.newPage()
  await page.goto(`${shop.store.botApiUrl}/?bot=${shop.store.bot}&person=${id}`)
  const walk: Walk = {
    page,
    presses: 0,
    async press(testid) {
      walk.presses++
      await page.getByTestId(testid).click()
    },
    async pressIn(name) {
      walk.presses++
      const frame = page.frameLocator('[data-testid=web-app-frame]')
      await frame.getByRole('link', { name }).or(frame.getByRole('button', { name })).first().click()
    },
  }
  return walk
}

const picture = async ({ page }: Walk, name: string) => {
  if (process.env.PICTURES_TO) await page.screenshot({ path: `${process.env.PICTURES_TO}/${name}.png` })
}

async function openApp(walk: Walk): Promise<void> {
  await walk.press('start-button')
  walk.presses++
  await walk.page.getByRole('button', { name: 'Buka menu toko' }).click()
}

const main = ({ page }: Walk) => page.getByTestId('web-app-main')

describe('a coffee with four groups of options, from /start to the payment', () => {
  test('takes a new customer at most eight presses', async () => {
    const { id } = await shop.store.person({ first_name: 'Sari' })
    const walk = await walkAs(id)
    await openApp(walk)
    await picture(walk, 'list-light')
    await walk.pressIn('Kopi Gula Aren')
    await expect.poll(() => main(walk).textContent()).toBe('Beli sekarang')
    await picture(walk, 'product-light')
    await walk.press('web-app-main')
    await expect.poll(() => main(walk).textContent()).toBe('Bayar Rp 21.000')
    await picture(walk, 'cart-light')
    // The goods want a number, which Telegram knows.
    await walk.pressIn('Pakai nomor Telegram-ku')
    await walk.press('confirm-yes')
    const field = walk.page.frameLocator('[data-testid=web-app-frame]').locator('[name=phone]')
    await expect.poll(() => field.inputValue(), { timeout: 10_000 }).toMatch(/^\+62812/)
    await walk.press('web-app-main')
    await seesPayment(walk)
    expect(walk.presses).toBeLessThanOrEqual(8)
    await picture(walk, 'payment-light')
    await walk.page.context().close()
  }, 90_000)
})

/** Sees the page of the payment, which shows the code as soon as it is made. */
async function seesPayment(walk: Walk): Promise<void> {
  const payment = walk.page.frameLocator('[data-testid=web-app-frame]').locator('#payment')
  await expect.poll(() => payment.isVisible(), { timeout: 20_000 }).toBe(true)
}
