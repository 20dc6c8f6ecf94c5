import type { Browser, Frame, Page } from 'playwright-core'
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
  frame(): Promise<Frame>
}

async function walkAs(id: number, scheme: 'light' | 'dark' = 'light'): Promise<Walk> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, locale: 'id-ID', colorScheme: scheme })
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
    async frame() {
      const element = await page.getByTestId('web-app-frame').elementHandle()
      return (await element!.contentFrame())!
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

describe('a coffee with four groups of options, from /start to the code', () => {
  test('takes a known customer five presses, and a new one eight', async () => {
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
    await seesCode(walk)
    expect(walk.presses).toBeLessThanOrEqual(8)
    await picture(walk, 'code-light')
    await walk.page.context().close()

    const again = await walkAs(id, 'dark')
    // START was pressed long ago: the command is a press as well.
    again.presses++
    await again.page.getByTestId('composer-input').fill('/start')
    await again.page.getByTestId('send-button').click()
    again.presses++
    await again.page.getByRole('button', { name: 'Buka menu toko' }).last().click()
    await picture(again, 'list-dark')
    await again.pressIn('Kopi Gula Aren')
    await expect.poll(() => main(again).textContent()).toBe('Beli sekarang')
    await picture(again, 'product-dark')
    await again.press('web-app-main')
    await expect.poll(() => main(again).textContent()).toBe('Bayar Rp 21.000')
    await picture(again, 'cart-dark')
    await again.press('web-app-main')
    await seesCode(again)
    expect(again.presses).toBeLessThanOrEqual(5)
    await picture(again, 'code-dark')
    await again.page.context().close()
  }, 90_000)
})

/** Sees the same code on the page and in the chat. */
async function seesCode(walk: Walk): Promise<void> {
  const qr = walk.page.frameLocator('[data-testid=web-app-frame]').getByTestId('qr')
  const work = async () => {
    // An open page writes to its charge, and a round leaves out what is locked at that moment.
    await shop.store.shop.hurry()
    await shop.store.shop.work()
    return qr.isVisible()
  }
  try {
    await expect.poll(work, { timeout: 20_000 }).toBe(true)
  } catch (error) {
    await picture(walk, 'no-code')
    throw new Error(await (await walk.frame()).locator('body').innerText(), { cause: error })
  }
}
