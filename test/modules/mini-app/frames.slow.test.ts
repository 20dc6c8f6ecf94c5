import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from '../menu/stand.ts'
import { signedInitData } from './sign.ts'
import { addPlatformBot, addShopBot, type StoredBot } from './stand.ts'

// https://www.w3.org/TR/CSP3/#directive-frame-ancestors: every page around a frame must be allowed, not only its
// parent.

let shop: WebShop
let browser: Browser
let bot: StoredBot
let platform: StoredBot
let owner: Visitor
/** A stranger's site: `localhost`, while the shop is on `127.0.0.1`. */
let site: http.Server
let siteUrl: string

beforeAll(async () => {
  // Pages of another network cannot reach this machine unless the browser allows it.
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser('--disable-features=LocalNetworkAccessChecks')])
  await openMenu(shop, 'bingkai')
  bot = await addShopBot(shop)
  platform = await addPlatformBot(shop)
  owner = await signInAs(shop)
  site = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(pageAround(new URL(request.url!, siteUrl).searchParams.get('shows')!))
  })
  await new Promise<void>(resolve => site.listen(0, resolve))
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await new Promise(resolve => site.close(resolve))
  await shop?.close()
})

const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function pageAround(url: string): string {
  return `<!doctype html><title>Around</title><h1>Around</h1><iframe src="${escaped(url)}" width="380" height="700">
    </iframe>`
}

let queries = 0
/** Returns the address with which Telegram opens a Mini App. */
function appAddress({ id, token }: StoredBot = bot): string {
  const user = { id: 5_340_000_000 + ++queries, first_name: 'Sari', language_code: 'id' }
  const initData = signedInitData(token, { auth_date: shop.app.now(), user, query_id: `F${queries}` })
  return `${shop.pagesUrl}/t/${id}#${new URLSearchParams({ tgWebAppData: initData })}`
}

async function openAround(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  // The visitor is a signed-in merchant.
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
  // Telegram's pages as a browser sees them, with a frame like the one of its web apps.
  await context.route(/^https:\/\/(web\.telegram\.org|webk\.telegram\.org|telegram\.example)\//, route => {
    const shows = new URL(route.request().url()).searchParams.get('shows')!
    return route.fulfill({ contentType: 'text/html', body: pageAround(shows) })
  })
  const page = await context.newPage()
  await page.goto(address)
  return page
}

const around = (origin: string, shows: string) => `${origin}/?${new URLSearchParams({ shows })}`

/** Returns the innermost frame after it has loaded; it shows the browser's error page if it was rejected. */
async function seenIn(page: Page): Promise<Frame> {
  const frame = () => page.frames().at(-1)!
  await expect.poll(() => frame().url(), { timeout: 30_000 }).not.toMatch(/^$|about:blank/)
  await page.waitForLoadState('networkidle')
  return frame()
}

const paths = () => ({
  'the entrance of the Mini App': appAddress(),
  'the entrance of the dashboard': appAddress(platform),
  'the menu page': `${shop.pagesUrl}/m/bingkai`,
  'the dashboard': `${shop.pagesUrl}/dashboard`,
  'the sign-in page': `${shop.pagesUrl}/sign-in`,
})
type Shown = keyof ReturnType<typeof paths>

test.each<Shown>([
  'the entrance of the Mini App',
  'the entrance of the dashboard',
  'the menu page',
  'the dashboard',
  'the sign-in page',
])('a hostile page that frames %s shows its visitors nothing of it', async name => {
  const before = await shop.app.sql.query('select 1 from customer')
  for (const address of [
    around(siteUrl, paths()[name]),
    around('https://telegram.example', paths()[name]),
    // A Telegram frame does not help if the page around both is hostile.
    around(siteUrl, around('https://web.telegram.org', paths()[name])),
  ]) {
    const page = await openAround(address)
    const frame = await seenIn(page)
    expect(frame.url(), address).toBe('chrome-error://chromewebdata/')
    expect(await frame.locator('form, main, a').count()).toBe(0)
    await page.context().close()
  }
  expect(await shop.app.sql.query('select 1 from customer')).toHaveLength(before.length)
})

test.each(['https://web.telegram.org', 'https://webk.telegram.org'])(
  'the Mini App opens in a frame of %s',
  async origin => {
    const page = await openAround(around(origin, appAddress()))
    await page.frameLocator('iframe').getByRole('link', { name: 'Latte' }).waitFor()
    const frame = await seenIn(page)
    expect(frame.url()).toMatch(new RegExp(`/t/${bot.id}/[\\w-]{72}$`))
    expect(await page.context().cookies(shop.pagesUrl)).toHaveLength(owner.cookies.size)
    await page.context().close()
  },
)

test.each<Shown>(['the menu page', 'the dashboard', 'the sign-in page'])(
  'even Telegram cannot show %s in a frame',
  async name => {
    const page = await openAround(around('https://web.telegram.org', paths()[name]))
    expect((await seenIn(page)).url()).toBe('chrome-error://chromewebdata/')
    await page.context().close()
  },
)

test('in a frame of Telegram the dashboard does not sign its reader in, and leads to the browser', async () => {
  const page = await openAround(around('https://web.telegram.org', appAddress(platform)))
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Buka dasbor' })
  await link.waitFor()
  expect(await link.getAttribute('target')).toBe('_blank')
  expect((await seenIn(page)).url()).toContain(`/t/${platform.id}#`)
  await page.context().close()
})
