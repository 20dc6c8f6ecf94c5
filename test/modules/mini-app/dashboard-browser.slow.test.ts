import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { signedInitData } from './sign.ts'
import { addPlatformBot, type StoredBot } from './stand.ts'

const chatId = 5_330_000_001

let shop: WebShop
let browser: Browser
let bot: StoredBot
beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
  bot = await addPlatformBot(shop)
  await signInAs(shop, { username: 'ayu' })
  await shop.app.sql.write("update app_user set chat_id = $1 where username = 'ayu'", [chatId])
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

let queries = 0
/** Opens the door with Ayu's data behind the address, as Telegram and a link of Ayu do. */
async function openDoor(script = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  await context.addInitScript(script)
  const page = await context.newPage()
  const user = { id: chatId, first_name: 'Ayu' }
  const initData = signedInitData(bot.token, { auth_date: shop.app.now(), user, query_id: `B${++queries}` })
  await page.goto(`${shop.pagesUrl}/t/${bot.id}#${new URLSearchParams({ tgWebAppData: initData })}`)
  return page
}

// https://core.telegram.org/api/web-events: its apps inject this object, which a browser has not.
const asTelegram = 'window.TelegramWebviewProxy = { postEvent() {} }'

test('the door of the dashboard opens automatically in an app of Telegram', async () => {
  const page = await openDoor(asTelegram)
  await page.waitForURL(/\/dashboard/)
  await page.context().close()
})

test("a link with another person's data does not sign its reader in when a browser opens it", async () => {
  const page = await openDoor()
  await page.getByRole('link', { name: 'Dasbor' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe(`/t/${bot.id}`)
  expect(await page.context().cookies()).toEqual([])
  await page.context().close()
})
