import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from '../menu/stand.ts'
import { signedInitData } from './sign.ts'
import { addPlatformBot, addShopBot, type StoredBot } from './stand.ts'

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
/** Opens the door with Ayu's data in the address, as Telegram or a link from Ayu would. */
async function openDoor(script = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  await context.addInitScript(script)
  const page = await context.newPage()
  const user = { id: chatId, first_name: 'Ayu' }
  const initData = signedInitData(bot.token, { auth_date: shop.app.now(), user, query_id: `B${++queries}` })
  await page.goto(`${shop.pagesUrl}/t/${bot.id}#${new URLSearchParams({ tgWebAppData: initData })}`)
  return page
}

// https://core.telegram.org/api/web-events: Telegram's apps inject this object, which browsers lack.
const asTelegram = 'window.TelegramWebviewProxy = { postEvent() {} }'

test('the dashboard opens automatically in a Telegram app', async () => {
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

describe('the Mini App of a shop at the real Telegram', () => {
  let real: WebShop
  let shopBot: StoredBot
  beforeAll(async () => {
    real = await createWebShop({}, {}, { settings: { BOT_TOKEN: `7399000002:AAH${'z'.repeat(32)}` } })
    await openMenu(real, 'telegram')
    shopBot = await addShopBot(real)
  }, 90_000)
  afterAll(() => real?.close())

  async function openShop(id: number, script = ''): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
    await context.addInitScript(script)
    const page = await context.newPage()
    const user = { id, first_name: 'Ayu' }
    const initData = signedInitData(shopBot.token, { auth_date: real.app.now(), user, query_id: `C${++queries}` })
    await page.goto(`${real.pagesUrl}/t/${shopBot.id}#${new URLSearchParams({ tgWebAppData: initData })}`)
    return page
  }

  test('the Mini App opens in a Telegram app as its user', async () => {
    const page = await openShop(chatId, asTelegram)
    await page.waitForURL(new RegExp(`/t/${shopBot.id}/[\\w-]{72}$`))
    await page.context().close()
  })

  test('a reader of a link to another session is led to the menu page', async () => {
    const page = await openShop(chatId, asTelegram)
    await page.waitForURL(new RegExp(`/t/${shopBot.id}/[\\w-]{72}$`))
    const other = await (await browser.newContext({ locale: 'id-ID' })).newPage()
    await other.goto(page.url())
    await other.waitForURL(/\/m\/telegram/)
    for (const one of [page, other]) await one.context().close()
  })

  test("a reader of a link with another person's data is led to the menu page, as a stranger", async () => {
    const other = chatId + 1
    const page = await openShop(other)
    await page.waitForURL(/\/m\/telegram/)
    await page.getByRole('link', { name: 'Latte' }).waitFor()
    expect(await real.app.sql.query('select 1 from customer where telegram_user_id = $1', [other])).toEqual([])
    await page.context().close()
  })
})
