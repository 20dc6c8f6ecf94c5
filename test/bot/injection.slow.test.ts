import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPlainLine } from '../../src/lib/plain-text.ts'
import type { NoticeKind } from '../../src/notices/notice.ts'
import { openBrowser } from '../kit/browser.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { payloads } from '../kit/payloads.ts'
import { dropChecks, rotatePayloads, type WritableColumns, writeEverywhere } from '../kit/write-everywhere.ts'
import { settled } from './chats.ts'
import { fillStore, type Ids, noticesOf } from './filled-store.ts'
import { buttonsOf, type Customer, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store
let browser: Browser
let ayu: Customer
let sri: Customer

beforeAll(async () => {
  ;[store, browser] = await Promise.all([openStore(), openBrowser()])
  ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Mode uji')
  sri = await store.merchant('Bu Sri')
})
afterAll(async () => {
  await browser?.close()
  await store?.close()
})

/** Texts from people and providers that a chat shows. */
const written: WritableColumns = {
  account: ['display_name'],
  bot: ['first_name'],
  category: ['name'],
  customer: ['name', 'phone', 'address'],
  digital_file: ['original_name'],
  hidden_content: ['title', 'body'],
  product: ['name', 'description'],
  variant: ['name'],
  store_order: ['customer_name', 'customer_phone', 'address', 'note', 'seller_note'],
  order_item: ['product_name', 'variant_name'],
  payment: ['description', 'customer_name', 'payer_name', 'payer_app', 'paid_reff_num', 'end_reason'],
  transfer: ['payer_name', 'payer_app', 'note'],
  star_purchase: ['product_name', 'variant_name'],
  talk_message: ['text'],
  review: ['text'],
  broadcast: ['text'],
  'local_bot_api.person': ['first_name', 'last_name'],
}

// Few enough that an order with all of them still fits in a message.
const atOnce = 8
const word = 'Kopi'
// Some messages shorten long words, so there are two controls to compare with.
const controls = [word, `${word} `.repeat(70).trim()]

// Only buttons that show something: these move no money, goods or stock, and begin no form.
const looks = {
  shop: [
    ...['all', 'browse', 'cart', 'cat', 'detail', 'favs', 'goods', 'item', 'order', 'orders', 'product', 'receipt'],
    ...['review', 'seeproduct', 'stargoods', 'stars', 'help'],
  ],
  platform: [
    ...['card', 'coupons', 'item', 'kabar', 'money', 'moneyask', 'moneyfor', 'reviews', 'seecard', 'seemoney'],
    ...['rules', 'rulepage', 'rulezone'],
    ...['shoporders', 'starback', 'starcard', 'stats', 'stok', 'why', 'castlook'],
  ],
}

test('no payload breaks a message, formats a word or runs, on any screen, in any notice or on the chat page', {
  timeout: 600_000,
}, async () => {
  const { shop } = store
  const ids = await fillStore(store, ayu, sri)
  await dropChecks(shop.app.sql, written)
  const page = await (await browser.newContext({ locale: 'id-ID' })).newPage()
  const ran: string[] = []
  page.on('dialog', dialog => {
    ran.push(`${dialog.type()} at ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (!request.url().startsWith(new URL(store.botApiUrl).origin)) ran.push(request.url())
  })

  const [plain, long] = [await showAll([controls[0]!], ids), await showAll([controls[1]!], ids)]
  // Everything checked exists, and contains the written text.
  expect(plain.filter(({ text }) => text.includes(word)).length).toBeGreaterThan(60)
  const names = plain.map(({ from }) => from)
  for (const { some, texts } of drawItems([...rotatePayloads(payloads, atOnce)], 4)) {
    const shown = await showAll(texts, ids)
    expect(shown.map(({ from }) => from)).toEqual(names)
    const formatted = shown.filter(
      ({ formats }, at) => ![plain[at], long[at]].some(each => isDeepStrictEqual(each!.formats, formats)),
    )
    expect(formatted, some[0]).toEqual([])
    const starts = some.map(one => startOf(one))
    const silent = shown.filter(
      ({ text }, at) =>
        [plain[at]!, long[at]!].every(each => each.text.includes(word)) && !starts.some(each => text.includes(each)),
    )
    expect(silent, some[0]).toEqual([])
    for (const [person, bot] of [
      [ayu, store.bot],
      [sri, store.platform],
    ] as const) {
      await page.goto(`${store.botApiUrl}/?bot=${bot}&person=${person.id}`)
      const last = page.getByTestId('message-text').last()
      await last.waitFor()
      const { hacked, text } = await page.evaluate<{ hacked: string; text: string }>(look)
      if (hacked !== 'undefined') ran.push(`${page.url()} with ${some[0]}`)
      expect(
        starts.filter(each => !toPlainLine(text).includes(each)),
        bot,
      ).toEqual([])
    }
  }
  expect(ran).toEqual([])
})

const look = '({ hacked: typeof window.hacked, text: document.body.innerText })'

/** Returns as much as fits in a short caption, on a single line. */
const startOf = (payload: string) => toPlainLine(payload).trim().slice(0, 12).trim()

interface Look {
  from: string
  text: string
  /** The tags of the message, in order. */
  formats: string[]
}

/** Writes the texts everywhere, and returns every message that shows them to customer and merchant. */
async function showAll(texts: string[], ids: Ids): Promise<Look[]> {
  const { sql } = store.shop.app
  // Older messages would only make each chat longer to read.
  await sql.write('delete from local_bot_api.message')
  await writeEverywhere(sql, written, texts)
  store.role.bots.forget()
  const words = toPlainLine(texts[0]!).trim().slice(0, 100)
  const customer = [
    '/start',
    `/start p_${ids.productId}`,
    words,
    '/produk',
    '/keranjang',
    '/pesanan',
    '/favorit',
    '/bantuan',
  ]
  const merchant = [
    '/start',
    '/pesanan',
    '/stok',
    '/tagih 50000 <b>',
    '/kupon',
    '/ulasan',
    '/uang',
    '/kabar',
    '/bantuan',
  ]
  return [
    ...(await walk(ayu, store.bot, customer, looks.shop)),
    ...(await walk(sri, store.platform, merchant, looks.platform)),
    ...(await tell(texts[0]!, ids)),
  ]
}

/** Sends each line, then presses a button of every kind that only shows something, until no new ones appear. */
async function walk(person: Customer, bot: string, said: string[], verbs: string[]): Promise<Look[]> {
  const looks: Look[] = []
  const pressed = new Set<string>()
  const steps: [name: string, step: () => Promise<unknown>][] = said.map((text, at) => [
    `says ${at}`,
    () => person.say(text, { bot }),
  ])
  const before = new Map((await person.chat(bot)).map(message => [message.message_id, JSON.stringify(message)]))
  for (let next = steps.shift(); next; next = steps.shift()) {
    await next[1]()
    await settled(store.shop.app)
    for (const message of await person.chat(bot)) {
      if (!message.from.is_bot || before.get(message.message_id) === JSON.stringify(message)) continue
      before.set(message.message_id, JSON.stringify(message))
      looks.push({ from: `${bot} ${next[0]}`, text: allOf(message), formats: formatsOf(message) })
      for (const { callback_data: data } of buttonsOf(message)) {
        const verb = data?.split(':')[0]
        if (!verbs.includes(verb) || pressed.has(verb)) continue
        pressed.add(verb)
        steps.unshift([verb, () => person.pressData(message.message_id, data, { bot })])
      }
    }
  }
  return looks
}

/** Delivers a notice of every kind: to the customer, or to the merchant in the platform's chat. */
async function tell(text: string, ids: Ids): Promise<Look[]> {
  const { accountId } = ids
  const [shop, platform] = await store.shop.app.sql.query<{ id: number }>('select id from bot order by id')
  const looks: Look[] = []
  for (const [kind, data] of Object.entries(noticesOf(text, store.shop.app.now(), ids))) {
    const isCustomers = /^(order|customer)\./.test(kind)
    const [bot, person, botId] = isCustomers ? [store.bot, ayu, shop!.id] : [store.platform, sri, platform!.id]
    const notice = { id: 0, botId, chatId: person.id, accountId, kind: kind as NoticeKind, data: data as never }
    const outcome = await store.role.messenger.deliver({ ...notice, edited: null })
    if (outcome.is === 'skipped') continue
    if (outcome.is !== 'sent') throw new Error(`${kind} is ${JSON.stringify(outcome)}`)
    const chat = await person.chat(bot)
    const message = chat.find(each => each.message_id === outcome.message.messageId)
    looks.push({ from: kind, text: allOf(message), formats: formatsOf(message) })
  }
  return looks
}

const allOf = (message: Shown): string => [textOf(message), ...buttonsOf(message).map(({ text }) => text)].join('\n')

// A link that Telegram detects in any text is not formatting.
const found = ['url', 'email', 'mention', 'hashtag', 'cashtag', 'bot_command', 'phone_number']
const formatsOf = (message: Shown): string[] =>
  (message.entities ?? message.caption_entities ?? [])
    .map(({ type }: Shown) => type)
    .filter((type: string) => !found.includes(type))
