import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawItems } from '../kit/draws/draw-items.ts'
import { settled } from './chats.ts'
import { everything } from './everything.ts'
import { fillStore, type Ids } from './filled-store.ts'
import { type Customer, openStore, type Store, textOf } from './store.ts'

type Answer = { text: string } | { press: string }

interface Kind {
  who(): { person: Customer; bot: string }
  /** Opens the form. */
  open(): Answer
  /** The answers in order; the last completes the form. */
  answers: Answer[]
  /** Returns the rows that the whole form adds or changes. */
  written(): Promise<string>
}

let store: Store
let ids: Ids
let ayu: Customer
let sri: Customer
let pending: { token: string; number: string }
let completed: { token: string; number: string }
let parcel: { product: string; variant: string }
let tries = 0
let names = 0

beforeAll(async () => {
  store = await openStore()
  ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees('Mode uji')
  sri = await store.merchant('Bu Sri')
  ids = await fillStore(store, ayu, sri)
  await store.sell(
    'products: [{ key: paket, kind: physical, name: Paket, price: 9000, asks: [phone, address, note], stock: 90 }]',
  )
  const [row] = await one<{ product: string; variant: string }>(
    `select p.public_id as product, v.public_id as variant from product p join variant v on v.product_id = p.id where p.key = 'paket'`,
  )
  parcel = row!
  const orders = await one<{ status: string; token: string; number: string }>(
    'select status, token, order_number as number from store_order',
  )
  pending = orders.find(({ status }) => status === 'pending')!
  completed = orders.find(({ status }) => status === 'completed')!
  await settled(store.shop.app)
  // A talk between the two would receive their next texts.
  await sri.say('/batal', { bot: store.platform })
  await ayu.say('/batal')
  await settled(store.shop.app)
}, 400_000)
afterAll(async () => {
  process.stderr.write(`${tries} interrupted forms\n`)
  await store?.close()
})

function one<Row extends object>(text: string): Promise<Row[]> {
  return store.shop.app.sql.query<Row>(text)
}

const counted = async (text: string) => (await one<{ of: string }>(`select (${text})::text as of`))[0]!.of

const customer = () => ({ person: ayu, bot: store.bot })
const merchant = () => ({ person: sri, bot: store.platform })
const fresh = () => `SAVE-${++names}`

/** Every form of the chat. */
const kinds: Record<string, () => Kind> = {
  'the details of an order': () => ({
    who: customer,
    open: () => ({ press: `buy:${parcel.product}:${parcel.variant}:1` }),
    answers: [{ text: '081234567890' }, { text: 'Jalan Mawar 1, Bandung' }, { text: 'Tanpa gula' }],
    written: () => counted(`select count(*) from store_order where note = 'Tanpa gula'`),
  }),
  'a new address of an order': () => ({
    who: customer,
    open: () => ({ press: `edit:${pending.token}:address` }),
    answers: [{ text: 'Jalan Melati 2, Bogor' }],
    written: () => counted(`select count(*) from store_order where address = 'Jalan Melati 2, Bogor'`),
  }),
  'the words of a review': () => ({
    who: customer,
    open: () => ({ press: `words:${completed.token}` }),
    answers: [{ text: 'Enak sekali' }],
    written: () => counted(`select count(*) from review where text = 'Enak sekali'`),
  }),
  'the code of a coupon': () => ({
    who: customer,
    open: () => ({ press: `coupon:${pending.token}` }),
    answers: [{ text: 'TIDAKADA' }],
    written: async () => '0',
  }),
  'words to the seller': () => ({
    who: customer,
    open: () => ({ text: '/tanya' }),
    answers: [{ text: 'Apakah masih buka?' }],
    written: () => counted(`select count(*) from talk_message where text = 'Apakah masih buka?'`),
  }),
  'something new to sell': () => ({
    who: merchant,
    open: () => ({ text: '/tambah' }),
    answers: [
      { text: 'Kue Baru' },
      { press: 'form:physical' },
      { text: '25000' },
      { text: '10' },
      { text: 'Enak' },
      { press: 'form:skip' },
    ],
    written: () => counted(`select count(*) from product where name = 'Kue Baru'`),
  }),
  'a new price': () => ({
    who: merchant,
    open: () => ({ press: `price:${parcel.variant}` }),
    answers: [{ text: '9500' }],
    written: () => counted('select count(*) from variant where price = 9500'),
  }),
  'a picture': () => ({
    who: merchant,
    open: () => ({ press: `picture:${parcel.product}` }),
    answers: [],
    written: async () => '0',
  }),
  'a new coupon': () => {
    const code = fresh()
    return {
      who: merchant,
      open: () => ({ press: `newcoupon:${ids.accountId}` }),
      answers: [{ text: `${code} 10%` }],
      written: () => counted(`select count(*) from coupon where code = '${code}'`),
    }
  },
  'a rule of the shop': () => ({
    who: merchant,
    open: () => ({ press: `ruleask:${ids.accountId}:greeting` }),
    answers: [{ text: 'Kami pindah' }],
    written: () => counted(`select count(*) from shop_rules where greeting = 'Kami pindah'`),
  }),
  'terms of a coupon': () => {
    const code = fresh()
    return {
      who: merchant,
      open: () => ({ press: `newcoupon:${ids.accountId}` }),
      answers: [
        { text: code },
        { press: 'form:p10' },
        { press: 'form:u0' },
        { press: 'form:min' },
        { text: '50000' },
        { press: 'form:make' },
      ],
      written: () => counted(`select count(*) from coupon where code = '${code}' and total_min = 50000`),
    }
  },
  'an area': () => ({
    who: merchant,
    open: () => ({ press: `ruleask:${ids.accountId}:zone` }),
    answers: [{ text: 'Menteng 10.000' }],
    written: () => counted(`select count(*) from shop_rules where zones::text like '%Menteng%'`),
  }),
  'a logo': () => ({
    who: merchant,
    open: () => ({ press: `rulelogo:${ids.accountId}` }),
    answers: [],
    written: async () => '0',
  }),
  'a broadcast': () => ({
    who: merchant,
    open: () => ({ text: '/siaran' }),
    answers: [{ text: 'Besok libur' }],
    written: () => counted(`select count(*) from broadcast where text = 'Besok libur'`),
  }),
  'words to a customer': () => ({
    who: merchant,
    open: () => ({ press: `write:${pending.number}` }),
    answers: [{ text: 'Sebentar ya' }],
    written: () =>
      counted(`select count(*) from notice where kind = 'order.message' and data ->> 'text' = 'Sebentar ya'`),
  }),
  'an answer to a customer': () => ({
    who: merchant,
    open: () => ({ press: `answer:${ids.asked}` }),
    answers: [{ text: 'Masih buka' }],
    written: () => counted(`select count(*) from talk_message where text = 'Masih buka'`),
  }),
}

/** Acts of people instead of an answer. */
const interruptions: Record<string, (bot: string) => Answer> = {
  '/start': () => ({ text: '/start' }),
  '/batal': () => ({ text: '/batal' }),
  'another command': () => ({ text: '/pesanan' }),
  'a command that is none': () => ({ text: '/entah' }),
  'another form': bot => (bot === store.bot ? { text: '/ask' } : { text: '/add' }),
  'an old button': bot => ({ press: bot === store.bot ? 'browse' : 'stok:1' }),
  'a button of nothing': () => ({ press: 'entah:1' }),
}

async function give({ person, bot }: ReturnType<Kind['who']>, answer: Answer): Promise<void> {
  if ('text' in answer) await person.say(answer.text, { bot })
  else await person.pressData((await person.chat(bot)).at(-1).message_id, answer.press, { bot })
  await settled(store.shop.app)
}

async function openForms(person: Customer): Promise<number> {
  return (await store.shop.app.sql.query('select 1 from form where person_id = $1', [person.id])).length
}

/** Checks that a text outside of forms is searched for, or answered with the available goods. */
async function expectNothingSwallows(who: ReturnType<Kind['who']>): Promise<void> {
  const words = `zzz ${++names}`
  await give(who, { text: words })
  const last = (await who.person.chat(who.bot)).at(-1)
  expect(last.from.is_bot).toBe(true)
  expect(textOf(last)).toMatch(who.bot === store.bot ? /Tidak ada yang cocok/ : /\/bantuan/)
}

describe('an interrupted form writes nothing and swallows nothing', () => {
  test.each(Object.keys(kinds))(
    'interrupting the form "%s" at any step writes nothing and loses no message',
    { timeout: 900_000 },
    async name => {
      const kind = kinds[name]!()
      const who = kind.who()
      for (const interrupt of drawItems(Object.values(interruptions), 3)) {
        for (let step = 0; step < Math.max(1, kind.answers.length); step++) {
          const before = await everything(store.shop.app)
          await give(who, kind.open())
          expect(await openForms(who.person)).toBe(1)
          for (const answer of kind.answers.slice(0, step)) await give(who, answer)
          await give(who, interrupt(who.bot))
          // The other form has replaced it, and is left as well.
          if (await openForms(who.person)) await give(who, { text: '/batal' })
          expect(await openForms(who.person)).toBe(0)
          // A button of the form that has ended.
          await give(who, { press: 'form:skip' })
          await expectNothingSwallows(who)
          expect(await everything(store.shop.app)).toEqual(before)
          tries++
        }
      }
    },
  )
})

describe('a form interrupted by a restart', () => {
  test.each(Object.keys(kinds))(
    'the form "%s" survives a restart at every step, and writes once',
    { timeout: 900_000 },
    async name => {
      const kind = kinds[name]!()
      const who = kind.who()
      const before = Number(await kind.written())
      await give(who, kind.open())
      for (const answer of kind.answers) {
        await store.restart()
        expect(Number(await kind.written())).toBe(before)
        await give(who, answer)
        tries++
      }
      if (await openForms(who.person)) await give(who, { text: '/batal' })
      const isWritten = kind.answers.length > 0 && name !== 'the code of a coupon'
      expect(Number(await kind.written())).toBe(before + (isWritten ? 1 : 0))
      // A written message opens a talk, which a command ends.
      await give(who, { text: '/batal' })
      await expectNothingSwallows(who)
    },
  )
})

test('the tests of interrupted forms made more than 70 attempts', () => {
  expect(tries).toBeGreaterThan(70)
})
