import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { openBrowser } from '../../kit/browser.ts'
import { type ChatShop, openChatShop } from './chat-shop.ts'

// The chat page shares the place of Monas, in the form of https://core.telegram.org/bots/webapps#locationmanager.
const gambir = {
  name: 'Gambir',
  places: [],
  fee: 8_000,
  perKg: 0,
  around: { latitude: -6.1754, longitude: 106.8272, radiusKm: 3 },
}
const bogor = {
  name: 'Bogor',
  places: ['Bogor'],
  fee: 40_000,
  perKg: 0,
  around: { latitude: -6.595, longitude: 106.8166, radiusKm: 3 },
}

let shop: ChatShop
let browser: Browser
beforeAll(async () => {
  shop = await openChatShop()
  browser = await openBrowser()
  const { app, demo } = shop.store.shop
  await app.sql.write("insert into shop_rules (account_id, delivers, pickup_place) values ($1, true, 'Jl. Melati 5')", [
    demo.accountId,
  ])
  await app.em('installation').nativeUpdate(ShopRules, { account: demo.accountId }, { zones: [bogor, gambir] })
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Opens the Mini App by a link, for a person who never pressed START. */
async function openByLink(id: number, startParam: string): Promise<{ page: Page; app: FrameLocator }> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })).newPage()
  await page.goto(`${shop.store.botApiUrl}/?bot=${shop.store.bot}&person=${id}`)
  await page.getByTestId('start-button').waitFor()
  const link = `https://t.me/${shop.store.bot}?startapp=${startParam}`
  await page.evaluate(`import('./person-actions.js').then(({ openLinkHere }) => openLinkHere('${link}'))`)
  return { page, app: page.frameLocator('[data-testid=web-app-frame]') }
}

const main = (page: Page) => page.getByTestId('web-app-main')
const bread = async () => {
  const [row] = await shop.store.shop.app.sql.query<{ id: string }>(
    "select public_id as id from product where key = 'roti'",
  )
  return `p_${row!.id}`
}

test('a shared location chooses the delivery area, and its fee is in the total before the order', async () => {
  const { id } = await shop.store.person({ first_name: 'Sari' })
  const { page, app } = await openByLink(id, await bread())
  await expect.poll(() => main(page).textContent(), { timeout: 20_000 }).toBe('Beli sekarang')
  await main(page).click()
  await expect.poll(() => main(page).textContent(), { timeout: 20_000 }).toBe('Lihat ongkir dan total')
  await app.getByRole('button', { name: 'Pakai lokasiku' }).click()
  await page.getByTestId('confirm-yes').click()
  await expect.poll(() => main(page).textContent(), { timeout: 20_000 }).toBe('Bayar Rp 25.500')
  expect(await app.locator('[name=zone]').inputValue()).toBe(makeZoneId(gambir))
  expect(await app.locator('[name=address]').inputValue()).toContain('-6.175400,106.827200')
  if (process.env.PICTURES_TO) await page.screenshot({ path: `${process.env.PICTURES_TO}/place.png`, fullPage: true })
  await page.context().close()
}, 120_000)

test.each([
  ['allows it, and the code comes to the chat', 'confirm-yes', true],
  ['refuses it, and pays on the page', 'confirm-no', false],
])(
  'a customer who never pressed START is asked once, on ordering, if the bot may write, and %s',
  async (_, answer, isTold) => {
    const { id } = await shop.store.person({ first_name: 'Dewi' })
    const { page, app } = await openByLink(id, await bread())
    await expect.poll(() => main(page).textContent(), { timeout: 20_000 }).toBe('Beli sekarang')
    await main(page).click()
    await app.locator('[name=receiving]').selectOption('pickup')
    await expect.poll(() => main(page).textContent(), { timeout: 20_000 }).toBe('Bayar Rp 17.500')
    await main(page).click()
    await page.getByTestId(answer).click()
    const code = app.getByTestId('qr')
    const isDrawn = async () => {
      await shop.store.shop.work()
      return code.isVisible()
    }
    await expect.poll(isDrawn, { timeout: 30_000 }).toBe(true)
    const { sql } = shop.store.shop.app
    const notices = () =>
      sql.query<{ state: string }>(
        `select n.state from notice n join customer c on c.chat_id = n.chat_id and c.bot_id = n.bot_id
       where c.telegram_user_id = $1 and n.kind = 'order.code'`,
        [id],
      )
    const wanted = isTold ? ['sent'] : ['blocked']
    const states = async () => {
      await shop.store.shop.work()
      return (await notices()).map(({ state }) => state)
    }
    await expect.poll(states, { timeout: 30_000 }).toEqual(wanted)
    await page.context().close()
  },
  120_000,
)
