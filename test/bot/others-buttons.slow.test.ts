import type { Update } from 'grammy/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBot } from '../../bot/bots/add-bot.ts'
import { commandActor } from '../../src/accounts/audit.ts'
import { makeCoupon } from '../../src/modules/coupons/make-coupon.ts'
import { botScreens } from '../kit/parts.ts'
import { settled } from './chats.ts'
import { everything } from './everything.ts'
import { fillStore, type Ids } from './filled-store.ts'
import { type Customer, openStore, type Shown, type Store } from './store.ts'

const { shop: shopScreens, platform: platformScreens } = botScreens

const ayuName = 'Ayu Rahasia'
const rivalBot = 'rival_test_bot'

/**
 * Buttons without the id of an object: lists, forms and settings of the person who presses, and goods that everybody
 * may see.
 */
const ofEverybody = new Set(
  [
    'all ask browse cart cat checkout empty eraseask eraseyes favs help home invite lang mydata orders reply search',
    'shopnow stars',
    'add buy fav item less line more product put seeproduct star sub tellme',
  ].flatMap(verbs => verbs.split(' ')),
)
const ofEveryMerchant = new Set('kabar lang reviews shoporders stats stok'.split(' '))

/** The part after the id, for buttons that have one. */
const tails: Record<string, string[]> = {
  pay: ['', ':qris', '::again', ':qris:again'],
  receive: [':delivery', ':pickup'],
  edit: [':address', ':note', ':phone'],
  slot: [':29500000'],
  usecoupon: [':SAVE-10'],
  rate: [':1'],
  voidyes: ['', ':stock'],
  moneyask: [':ignore', ':return'],
  moneyyes: [':ignore', ':return'],
  castto: [':all'],
  castgo: [':all'],
  switch: [':0:off', ':1:off'],
  coupons: ['', ':1'],
  endcoupon: [':1'],
  endcouponyes: [':1'],
  rulepage: [':contact', ':zones'],
  ruleask: [':greeting', ':holiday', ':zone'],
  ruleset: [':always', ':delivers:off', ':ask:note'],
  rulelate: [':on'],
  billterm: [':1:note'],
}

let store: Store
let ids: Ids
let sri: Customer
let ayu: Customer
/** The ids of Ayu's orders, and of her purchases with Stars. */
let tokens: string[]
let orderNumbers: string[]

beforeAll(async () => {
  store = await openStore()
  const { app, demo, second } = store.shop
  ayu = await store.person({ first_name: ayuName })
  await ayu.say('/start')
  await ayu.sees('Mode uji')
  sri = await store.merchant('Bu Sri')
  ids = await fillStore(store, ayu, sri)
  const acting = { accountId: demo.accountId, ...commandActor }
  await makeCoupon(app, acting, { code: 'SAVE-10', worth: { percent: 10 }, usesMax: null })
  const { token } = await store.control('bots', { username: rivalBot, first_name: 'Kedai Lain' })
  await addBot(app, { token, accountId: second.accountId, mode: 'test' })
  const orders = await app.sql.query<{ token: string; number: string }>(
    'select token, order_number as number from store_order order by id',
  )
  const [purchase] = await app.sql.query<{ token: string }>('select token from star_purchase')
  tokens = [...orders, purchase!].map(({ token }) => token)
  orderNumbers = orders.map(({ number }) => number)
  expect(orders).toHaveLength(3)
  await settled(app)
}, 400_000)
afterAll(async () => await store?.close())

function verbsOf(screens: { presses?: object }[], everybody: Set<string>): string[] {
  const verbs = screens.flatMap(({ presses = {} }) => Object.keys(presses))
  expect([...everybody].filter(verb => !verbs.includes(verb))).toEqual([])
  return verbs.filter(verb => !everybody.has(verb))
}

const withTails = (verb: string, id: string | number) => (tails[verb] ?? ['']).map(tail => `${verb}:${id}${tail}`)

/** Returns every button of Ayu's that concerns her own objects. */
function customersButtons(): string[] {
  return verbsOf(shopScreens, ofEverybody).flatMap(verb => tokens.flatMap(token => withTails(verb, token)))
}

/** Returns every button of her seller that concerns an order, payment, talk, product or setting of the shop. */
function merchantsButtons(): string[] {
  const { transferId, purchaseId, asked, broadcastId, productId, accountId, open, paid } = ids
  const all = [...new Set([...orderNumbers, transferId, purchaseId, asked, broadcastId, productId, accountId])]
  return [
    ...verbsOf(platformScreens, ofEveryMerchant).flatMap(verb => all.flatMap(id => withTails(verb, id))),
    ...[open, paid].flatMap(({ invoiceId }) =>
      ['moneyto', 'moneydo'].map(verb => `${verb}:${transferId}:${invoiceId}`),
    ),
  ]
}

/** Returns one button for each verb, for a bot that does not know these verbs, regardless of their arguments. */
function oneOfEach(buttons: string[]): string[] {
  return [...new Map(buttons.map(data => [data.split(':')[0], data])).values()]
}

/** Presses each button in another person's chat, and returns what the bot showed. */
async function pressAll(person: Customer, bot: string, buttons: string[]): Promise<string> {
  const begun = (await person.chat(bot)).at(-1).message_id
  for (const [at, data] of buttons.entries()) {
    await person.pressData(begun, data, { bot })
    if (at % 10 === 9) await settled(store.shop.app)
  }
  await settled(store.shop.app)
  const answers = await store.shop.app.sql.query<{ answer: object | null; answered_at: Date | null }>(
    'select answer, answered_at from local_bot_api.callback_query where person_id = $1',
    [person.id],
  )
  expect(answers.length).toBeGreaterThanOrEqual(buttons.length)
  expect(answers.filter(({ answered_at: at }) => at === null)).toEqual([])
  const said = (await person.chat(bot)).filter((message: Shown) => message.from.is_bot)
  return JSON.stringify([said, answers])
}

function expectNothingOf(told: string): void {
  const secrets = [...tokens, ...orderNumbers, ids.open.invoiceId, ids.paid.invoiceId, ayuName, 'KEY-1', 'KEY-2']
  expect(secrets.filter(secret => told.includes(secret))).toEqual([])
}

async function started(bot: string, name: string): Promise<Customer> {
  const person = await store.person({ first_name: name })
  await person.say('/start', { bot })
  await person.sees(/./, { bot })
  await settled(store.shop.app)
  return person
}

test('the same buttons in the right hands show the order, so the attempts of others could have succeeded', async () => {
  await ayu.pressData((await ayu.chat()).at(-1).message_id, `order:${tokens[0]}`)
  await ayu.sees(orderNumbers[0]!)
  await sri.pressData((await sri.chat(store.platform)).at(-1).message_id, `card:${orderNumbers[0]}`, {
    bot: store.platform,
  })
  await sri.sees(orderNumbers[0]!, { bot: store.platform })
  await settled(store.shop.app)
}, 120_000)

const thieves: [who: string, open: () => Promise<{ thief: Customer; bot: string; buttons: string[] }>][] = [
  [
    'another customer of the shop',
    async () => ({ thief: await started(store.bot, 'Budi'), bot: store.bot, buttons: customersButtons() }),
  ],
  [
    'a customer of another shop',
    async () => ({ thief: await started(rivalBot, 'Citra'), bot: rivalBot, buttons: customersButtons() }),
  ],
  [
    'a customer who writes to the sellers’ bot',
    async () => ({ thief: await started(store.platform, 'Dewi'), bot: store.platform, buttons: merchantsButtons() }),
  ],
  [
    'the seller of another shop',
    async () => ({
      thief: await store.merchant('Pak Eko', store.shop.second.accountId),
      bot: store.platform,
      buttons: merchantsButtons(),
    }),
  ],
  [
    'another customer of the shop, with the seller’s buttons',
    async () => ({ thief: await started(store.bot, 'Fajar'), bot: store.bot, buttons: oneOfEach(merchantsButtons()) }),
  ],
]

let tries = 0

test.each(thieves)(
  '%s learns and changes nothing through the buttons of others',
  { timeout: 600_000 },
  async (_who, open) => {
    const { thief, bot, buttons } = await open()
    expect(buttons.length).toBeGreaterThan(30)
    await settled(store.shop.app)
    const before = await everything(store.shop.app)
    expectNothingOf(await pressAll(thief, bot, buttons))
    expect(await everything(store.shop.app)).toEqual(before)
    tries += buttons.length
  },
)

test('a button in a group is ignored for everyone', async () => {
  const { role, shop } = store
  const bots = await shop.app.sql.query<{ id: number }>('select id from bot order by id')
  const inboxSize = async () => (await shop.app.sql.query('select 1 as one from inbox')).length
  const before = [await everything(store.shop.app), await inboxSize()]
  const chat = { id: -1_001_234, type: 'supergroup', title: 'Ramai' }
  for (const { id } of bots) {
    const bot = (await role.bots.byId(id))!
    const presses = [...customersButtons(), ...merchantsButtons()].map((data, at) => ({
      update_id: 900_000 + at,
      callback_query: {
        id: `${at}`,
        chat_instance: '1',
        data,
        from: { id: at % 2 ? ayu.id : 77, is_bot: false, first_name: 'X' },
        message: { message_id: 1, date: 1, chat, text: 'Pesanan' },
      },
    }))
    await role.inbox.take(bot, presses as Update[])
    tries += presses.length
  }
  expect([await everything(store.shop.app), await inboxSize()]).toEqual(before)
})

test('the tests before tried more than 2,000 presses', () => {
  process.stderr.write(`${tries} presses of somebody else's buttons\n`)
  expect(tries).toBeGreaterThan(2_000)
})
