import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store
let ayu: Customer

beforeAll(async () => {
  store = await openStore()
  const many = Array.from(
    { length: 25 },
    (_, at) => `  - { key: teh-${at}, kind: physical, name: Teh ${at}, price: 5000, stock: 3 }`,
  ).join('\n')
  await store.sell(`
products:
  - { key: kopi, kind: physical, name: Kopi <b>Susu, description: Manis & dingin, price: 18000, stock: 3 }
  - { key: habis, kind: physical, name: Kopi Luwak, price: 90000, stock: 0 }
  - { key: rahasia, kind: physical, name: Kopi Rahasia, price: 1000, stock: 3, active: false }
${many}
`)
  ayu = await store.person({ first_name: 'Ayu' })
}, 60_000)

afterAll(async () => await store?.close())

const ask = (person: Customer, query: string, offset = ''): Promise<Shown> =>
  store.control('inline-queries', { bot: store.bot, from: person.id, query, offset })

const customers = () => store.shop.app.sql.query('select id from customer')

test("words after the bot's name find products with prices, without turning senders into customers", async () => {
  const { results } = await ask(ayu, 'kopi')
  expect(results).toMatchObject([
    { title: 'Kopi <b>Susu', description: expect.stringMatching(/^Rp\s18\.000$/) },
    { title: 'Kopi Luwak', description: expect.stringMatching(/^Rp\s90\.000 · Habis$/) },
  ])
  expect(await customers()).toEqual([])
})

test('an inline card explains itself and opens in the shop, and the bot does not take it for a search', async () => {
  const { inline_query_id, results } = await ask(ayu, 'susu')
  const chosen = { bot: store.bot, from: ayu.id, inline_query_id, result_id: results[0].id }
  await store.control('inline-results', chosen)
  const card = (await ayu.chat()).at(-1)
  expect(textOf(card)).toMatch(/^Kopi <b>Susu\nRp\s18\.000\n\nManis & dingin$/)
  const [button] = buttonsOf(card)
  expect(button.url).toMatch(new RegExp(`^https://t.me/${store.bot}\\?start=p_[\\w-]{22}$`))
  const budi = await store.person({ first_name: 'Budi' })
  await budi.say(`/start ${new URL(button.url).searchParams.get('start')}`)
  const product = await budi.sees('Kopi <b>Susu')
  expect(JSON.stringify(product.reply_markup)).toContain('"switch_inline_query":"Kopi <b>Susu"')
  expect((await ayu.chat()).filter(({ from }) => from.is_bot)).toEqual([])
})

test('an inline card has the picture of its product, if any', async () => {
  await store.sell(
    'products: [{ key: tumbler, kind: physical, name: Tumbler, picture: pictures/tumbler.webp, price: 98000, stock: 3 }]',
    'src/catalog/demo',
  )
  const { results } = await ask(ayu, 'tumbler')
  expect(results).toMatchObject([
    {
      title: 'Tumbler',
      thumbnail_url: expect.stringMatching(new RegExp(`^${store.shop.url}/images/[\\w-]{22}\\.jpg$`)),
    },
  ])
  const [luwak] = (await ask(ayu, 'luwak')).results
  expect(luwak).not.toHaveProperty('thumbnail_url')
  await store.sell('products: [{ key: tumbler, kind: physical, name: Tumbler, price: 98000, stock: 3, active: false }]')
})

test('an empty inline query lists the shop page by page, and words without a match offer the shop', async () => {
  const first = await ask(ayu, '')
  expect(first.results).toHaveLength(20)
  const second = await ask(ayu, '', first.next_offset)
  expect(second).toMatchObject({ next_offset: '' })
  expect(second.results).toHaveLength(7)
  const all = [...first.results, ...second.results].map(({ title }) => title)
  expect(new Set(all).size).toBe(27)
  expect(all).not.toContain('Kopi Rahasia')
  expect(await ask(ayu, 'zzzz')).toMatchObject({ results: [], button: { text: 'Tidak ada yang cocok. Buka tokonya' } })
  for (const strange of ['-1', '9999999', 'x', '1.5']) expect((await ask(ayu, '', strange)).results).not.toBeNull()
  const john = await store.person({ first_name: 'John', language_code: 'en' })
  expect(await ask(john, 'zzzz')).toMatchObject({ button: { text: 'Nothing matches. Open the shop' } })
})

test('a bot whose owner enables inline mode later offers cards from then on', async () => {
  const { sql } = store.shop.app
  await sql.write(
    `update bot set me = jsonb_set(me::jsonb, '{supports_inline_queries}', 'false') where account_id is not null`,
  )
  store.role.bots.forget()
  const cici = await store.person({ first_name: 'Cici' })
  await cici.say('kopi susu')
  await cici.press('Kopi <b>Susu')
  expect(JSON.stringify((await cici.sees('Manis & dingin')).reply_markup)).toContain('t.me/share/url')
  await ask(cici, 'kopi')
  await eventually(async () => {
    const [bot] = await sql.query<{ on: boolean }>(
      `select me->>'supports_inline_queries' = 'true' as on from bot where account_id is not null`,
    )
    return bot!.on || undefined
  }, 'inline mode is noted')
})
