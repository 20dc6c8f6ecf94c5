import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { linkMerchant } from '../../src/notices/link-merchant.ts'
import { pictureSizePx } from '../../src/pictures/draw-payment-picture.ts'
import { findFaintTexts, findSeriousProblems } from '../kit/accessibility.ts'
import { openBrowser } from '../kit/browser.ts'
import { eventually, openStore, type Store } from './store.ts'

let store: Store
let browser: Browser
const opened: Page[] = []
const mistakes: string[] = []

beforeAll(async () => {
  store = await openStore()
  browser = await openBrowser()
  await store.sell(`
products:
  - key: kunci
    kind: digital
    name: Kunci Game
    price: 25000
    stock: { serials: [KEY-1001, KEY-1002, KEY-1003, KEY-1004, KEY-1005] }
  - { key: biji, kind: physical, name: Biji Kopi, price: 60000, asks: [phone, address], stock: 8 }
`)
}, 90_000)

afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
  expect(mistakes.splice(0)).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  await store?.close()
})

const sizes = [
  { width: 390, height: 844, locale: 'id-ID' },
  { width: 1280, height: 800, locale: 'en-GB' },
]

const wordsOf = {
  id: {
    buy: 'Beli sekarang',
    pay: 'Bayar Rp',
    before: 'Bayar sebelum',
    goods: 'Ini pesananmu',
    stars: 'Beli satu pakai 150 Stars',
    payStars: 'Bayar 150 Stars',
    paidStars: 'Dibayar 150 Stars (mainan)',
    phone: 'Kirim nomor HP',
    address: 'Kirim ke mana?',
    received: 'Pembayaran diterima',
    shipped: 'Kurir: JNE',
    arrived: 'Sudah sampai',
  },
  en: {
    buy: 'Buy now',
    pay: 'Pay Rp',
    before: 'Pay before',
    goods: 'Here is your order',
    stars: 'Buy one for 150 Stars',
    payStars: 'Pay 150 Stars',
    paidStars: 'Paid 150 Stars (play money)',
    phone: 'Send my phone number',
    address: 'Where should we send it',
    received: 'Payment received',
    shipped: 'Courier: JNE',
    arrived: 'It has arrived',
  },
}

type Size = (typeof sizes)[number]

/** Returns a person's chat with a bot, as shown on the page. */
function chatOf(page: Page) {
  const see = (testid: string) => page.getByTestId(testid)
  return {
    page,
    see,
    said: (text: string | RegExp) => see('message-text').filter({ hasText: text }).last(),
    button: (text: string) => page.locator('[data-testid=inline-button]', { hasText: text }).last(),
    async write(text: string) {
      await see('composer-input').fill(text)
      await see('send-button').click()
    },
  }
}

type Chat = ReturnType<typeof chatOf>

async function arrive({ width, height, locale }: Size, bot: string, start = ''): Promise<Chat> {
  const context = await browser.newContext({ viewport: { width, height }, locale })
  const page = await context.newPage()
  opened.push(page)
  page.setDefaultTimeout(30_000)
  page.on('pageerror', error => void mistakes.push(String(error)))
  const person = await store.person({ first_name: 'Rina', language_code: locale.slice(0, 2) })
  await page.goto(`${store.botApiUrl}/?bot=${bot}&person=${person.id}${start && `&start=${start}`}`)
  await page.getByTestId('start-button').click()
  return chatOf(page)
}

/** Checks that the page can be used and read by everybody, in the light and the dark theme. */
async function isReadable({ page }: Chat): Promise<void> {
  // A pressed button is pale until the bot answers.
  await page.locator('[data-testid=inline-button][aria-busy=true]').first().waitFor({ state: 'detached' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findFaintTexts(page)).toEqual([])
  }
  expect(await findSeriousProblems(page)).toEqual([])
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(wide).toBeLessThanOrEqual(0)
}

/** Checks that a code is visible from its quiet zone to the last button below it, so that it can be scanned. */
async function isWhole({ page, see }: Chat): Promise<void> {
  const size = page.viewportSize()!
  if (size.width > 400) return
  const [picture, last, head, composer] = await Promise.all([
    see('photo').last().boundingBox(),
    see('inline-button').last().boundingBox(),
    see('chat-title').boundingBox(),
    see('composer-input').boundingBox(),
  ])
  const codeTop = picture!.y + (picture!.height * codeTopPx) / pictureSizePx.height
  expect(codeTop).toBeGreaterThan(head!.y + head!.height)
  expect(last!.y + last!.height).toBeLessThan(composer!.y)
}

/** The position of the code in its picture, with its quiet zone. */
const codeTopPx = 262

async function work(isDone: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    return (await isDone()) || undefined
  }, 'what the shop works on')
}

async function payByQr(chat: Chat, words: { pay: string; before: string }): Promise<void> {
  await chat.button(words.pay).click()
  await work(() => chat.said(words.before).isVisible())
  await chat.see('photo').last().waitFor()
  await isReadable(chat)
  await isWhole(chat)
  const invoice = /INV-\w+/.exec((await chat.said(words.before).textContent())!)![0]
  await store.shop.sandbox('/transfers', { invoice_id: invoice })
}

describe.each(sizes)('at $width pixels, $locale', size => {
  const words = wordsOf[size.locale.startsWith('id') ? 'id' : 'en']
  /** The seller reads Indonesian here, regardless of the buyer's language. */
  const arriveAsSeller = async () => {
    const { start } = await linkMerchant(store.shop.app, store.shop.demo.accountId)
    const seller = await arrive({ ...size, locale: 'id-ID' }, store.platform, start)
    await seller.said('terhubung dengan').waitFor()
    return seller
  }

  test('in the chat page a customer orders a key, pays the QR code and reads the key', async () => {
    const chat = await arrive(size, store.bot)
    await isReadable(chat)
    await chat.write('kunci')
    await chat.button('Kunci Game').click()
    await chat.button(words.buy).click()
    await chat.button(words.pay).waitFor()
    await isReadable(chat)
    await payByQr(chat, words)
    await work(() => chat.said(words.goods).isVisible())
    expect(await chat.see('code').last().textContent()).toMatch(/^KEY-\d+$/)
    await isReadable(chat)
  }, 120_000)

  test('in the chat page the seller sets a price in Stars, and a customer pays it', async () => {
    const seller = await arriveAsSeller()
    await seller.write('/stok')
    await seller.button('Kunci Game').click()
    await seller.button('Stars').click()
    await seller.said('Berapa Stars untuk satu Kunci Game').waitFor()
    await seller.write('150')
    await seller.said('Sudah diubah').waitFor()
    await isReadable(seller)

    const chat = await arrive(size, store.bot)
    await chat.write('kunci')
    await chat.button('Kunci Game').click()
    await chat.button(words.stars).click()
    await chat.see('invoice').waitFor()
    await isReadable(chat)
    await chat.button(words.payStars).click()
    await chat.see('confirm').waitFor()
    await isReadable(chat)
    await chat.see('confirm-yes').click()
    await chat.see('successful-payment').waitFor()
    expect(await chat.see('successful-payment').textContent()).toBe(words.paidStars)
    await chat.said(/KEY-\d/).waitFor()
    await seller.said('Terjual pakai Stars').waitFor()
    await isReadable(chat)
  }, 120_000)

  test('in the chat page a customer orders coffee to a shared location, and the seller ships it', async () => {
    const seller = await arriveAsSeller()
    const chat = await arrive(size, store.bot)
    await chat.write('biji')
    await chat.button('Biji Kopi').click()
    await chat.button(words.buy).click()
    const share = chat.see('reply-button').filter({ hasText: words.phone })
    await share.waitFor()
    await isReadable(chat)
    await share.click()
    await chat.see('confirm-yes').click()
    await chat.said(words.address).waitFor()
    await chat.see('attach-button').click()
    await isReadable(chat)
    await chat.see('attach-location').click()
    await chat.see('confirm-yes').click()
    await chat.see('location').waitFor()
    await chat.said('maps.google.com').waitFor()
    await payByQr(chat, words)
    await work(() => chat.said(words.received).isVisible())

    await work(() => seller.said('Pesanan dibayar').isVisible())
    await isReadable(seller)
    await seller.button('Kirim resi').click()
    await seller.said('dikirim dengan apa').waitFor()
    await seller.button('JNE').click()
    await seller.said('nomor resi JNE').waitFor()
    await seller.write('0123456789')
    await work(() => chat.said(words.shipped).isVisible())
    expect(await chat.said(words.shipped).textContent()).toContain('0123456789')
    const arrived = "store_order where status = 'completed' and received_at is not null"
    const count = async () => (await store.shop.app.sql.query(`select 1 from ${arrived}`)).length
    const before = await count()
    await chat.button(words.arrived).click()
    await expect.poll(count, { timeout: 15_000 }).toBe(before + 1)
    await isReadable(chat)
  }, 120_000)
})

test("the list of chats shows a shop's picture, and a countdown follows the shop's clock", async () => {
  const words = wordsOf.id
  const chat = await arrive(sizes[0]!, store.bot)
  await chat.write('kunci')
  await chat.button('Kunci Game').click()
  await chat.button(words.buy).click()
  await chat.button(words.pay).click()
  await work(() => chat.said(words.before).isVisible())
  const left = chat.see('tg-time').last()
  expect(await left.textContent()).toMatch(/dalam (29|30) menit/)
  store.shop.advance(600)
  await left.filter({ hasText: /dalam (19|20) menit/ }).waitFor()
  await chat.see('back').click()
  await chat.see(`bot-row-${store.bot}`).getByTestId('avatar').waitFor()
  const isDrawn = () => chat.page.evaluate<boolean>(`document.querySelector('[data-testid=avatar]').naturalWidth > 0`)
  await eventually(async () => (await isDrawn()) || undefined, 'the picture of the shop')
}, 120_000)
