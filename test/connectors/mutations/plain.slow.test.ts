import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recipes } from '../../../src/web/forwarder/recipes.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'
import { connectPhone, dots, forward, orderFrom, type Phone, secret, transfersOf, unreadOf } from './phone.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const words = (amount: number) => `Kamu menerima Rp${dots(amount)} dari SITI`
const connect = (more: object = {}) => connectPhone(shop, { dialect: 'plain', ...more })
const bearer = () => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const asForm = () => ({ 'x-token': secret, 'content-type': 'application/x-www-form-urlencoded' })
const money = (amount: number, more: object = {}) => ({
  package: 'com.gojek.gopay',
  title: 'GoPay',
  text: words(amount),
  time: Date.now(),
  ...more,
})
const stateOf = async (phone: Phone) => (await transfersOf(shop, phone)).map(({ state, reason }) => [state, reason])

describe('the token of a plain webhook', () => {
  test.each([
    ['Authorization: Bearer', { authorization: `Bearer ${secret}` }, '', {}, 200],
    ['Authorization alone', { authorization: secret }, '', {}, 200],
    ['X-Token', { 'x-token': secret }, '', {}, 200],
    ['the address, which is off by default', {}, `?token=${secret}`, {}, 401],
    ['the address, once that is enabled', {}, `?token=${secret}`, { token_in_address: true }, 200],
    ['nothing', {}, '', {}, 401],
    ['another one', { 'x-token': 'a-secret-of-16-or-mora' }, '', {}, 401],
    ['a wrong X-Token beside a right Authorization', { authorization: secret, 'x-token': 'x' }, '', {}, 401],
  ])('the token of a plain webhook comes in %s', async (_, headers, path, more, status) => {
    const phone = await connect(more)
    const answer = await forward(shop, phone.connectionId, money(61_000), () => headers as Record<string, string>, {
      path,
    })
    expect(answer.status).toBe(status)
  })
})

describe('money of a plain webhook', () => {
  test.each([
    ['JSON', (amount: number) => JSON.stringify(money(amount)), bearer],
    [
      'a form',
      (amount: number) =>
        formOf({ package: 'com.gojek.gopay', title: 'GoPay', text: words(amount), time: '2026-11-26 12:00:01' }),
      asForm,
    ],
  ])('a plain webhook pays by a known sentence, as %s', async (_, body, headers) => {
    const phone = await connect()
    const payment = await orderFrom(shop, phone, 62_000)
    // A time in the past is a different case.
    const text = body(payment.final_amount).replace(/&?time=[^&]*/, '')
    expect(await forward(shop, phone.connectionId, text, headers)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test.each([
    ['an amount alone', (amount: number) => ({ package: 'com.gojek.gopay', amount })],
    ['an amount without a package', (amount: number) => ({ amount })],
    ['an amount beside an unknown text', (amount: number) => ({ ...money(amount), text: 'ada uang', amount })],
    ['a known sentence without a package', (amount: number) => ({ text: words(amount) })],
    [
      'a sentence with one additional word',
      (amount: number) => ({ ...money(amount), text: `${words(amount)} kemarin?` }),
    ],
  ])('a plain webhook waits in review with %s', async (_, body) => {
    const phone = await connect()
    const payment = await orderFrom(shop, phone, 63_000)
    expect(await forward(shop, phone.connectionId, body(payment.final_amount), bearer)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await stateOf(phone)).toEqual([['review', 'unproved']])
  })

  test.each([
    ['a text', '{"package":"com.gojek.gopay","title":"GoPay","text":"Rp1 dari X","text":"WORDS","time":TIME}'],
    ['a package', '{"package":"com.bca","title":"GoPay","text":"WORDS","package":"com.gojek.gopay","time":TIME}'],
    ['a longer text', '{"package":"com.gojek.gopay","title":"GoPay","text":" ","bigtext":"WORDS","time":TIME}'],
    ['an object', '{"package":"com.gojek.gopay","title":"GoPay","text":"","x":{"content":"WORDS"},"time":TIME}'],
    ['a text in another spelling', '{"package":"com.gojek.gopay","text":" ","\\u0074ext":"WORDS","time":TIME}'],
  ])('a plain webhook waits in review if unescaped words added %s', async (_, template) => {
    const phone = await connect({ apps: ['com.gojek.gopay', 'com.bca'] })
    const payment = await orderFrom(shop, phone, 68_000)
    const body = template.replace('WORDS', words(payment.final_amount)).replace('TIME', String(Date.now()))
    expect(await forward(shop, phone.connectionId, body, bearer)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })

  test('a plain webhook waits in review if a form has a field twice', async () => {
    const phone = await connect()
    const payment = await orderFrom(shop, phone, 69_000)
    const body = `package=com.gojek.gopay&title=GoPay&text=Rp1 dari X&text=${words(payment.final_amount)}`
    expect(await forward(shop, phone.connectionId, body, asForm)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })

  test.each([
    ['above Rp 500.000 waits in review', {}, 520_000, 'pending'],
    ['above the limit of the connection waits', { amount_max: 20_000 }, 30_000, 'pending'],
    ['under a higher limit of the connection pays', { amount_max: 900_000 }, 530_000, 'paid'],
  ])('money of a plain webhook %s', async (_, more, amount, status) => {
    const phone = await connect(more)
    const payment = await orderFrom(shop, phone, amount)
    await forward(shop, phone.connectionId, money(payment.final_amount), bearer)
    expect(await statusOf(shop, payment, phone.key)).toBe(status)
  })

  test('a template that did not escape a line break is read', async () => {
    const phone = await connect()
    const payment = await orderFrom(shop, phone, 67_000)
    const text = `{"package":"com.gojek.gopay","title":"GoPay","text":"${words(payment.final_amount)}\n"}`
    expect(await forward(shop, phone.connectionId, text, bearer)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('money without an amount and with unknown text is stored for a person', async () => {
    const phone = await connect()
    await forward(shop, phone.connectionId, { package: 'id.dana', title: 'DANA', text: 'ada apa' }, bearer)
    expect(await unreadOf(shop, phone)).toEqual([expect.objectContaining({ reason: 'sentence', has_words: true })])
  })

  test('a repeated plain webhook changes nothing, and the same text without a time waits in review', async () => {
    const phone = await connect()
    const payment = await orderFrom(shop, phone, 64_000)
    const body = money(payment.final_amount)
    for (let turn = 0; turn < 2; turn++) await forward(shop, phone.connectionId, body, bearer)
    expect(await transfersOf(shop, phone)).toHaveLength(1)
    const { time: _, ...timeless } = body
    await forward(shop, phone.connectionId, timeless, bearer)
    expect((await stateOf(phone)).filter(([state]) => state === 'settled')).toHaveLength(1)
  })

  test('money in the dialect of the forwarder pays nothing, as before', async () => {
    const phone = await connectPhone(shop, { dialect: 'forwarder' })
    const payment = await orderFrom(shop, phone, 65_000)
    await forward(shop, phone.connectionId, money(payment.final_amount), bearer)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })

  test('a heartbeat without a signature proves nothing', async () => {
    const phone = await connect({ heartbeat_s: 60 })
    const beat = { type: 'heartbeat', sent_at: Date.now(), battery: 3, version: '1.0.0', queue: 0 }
    expect(await forward(shop, phone.connectionId, beat, bearer)).toMatchObject({ status: 200 })
    const sql = 'select phone from reading where connection_id = $1'
    expect(await shop.app.sql.query(sql, [phone.connectionId])).toEqual([{ phone: null }])
  })
})

describe('recipes for other forwarders', () => {
  /** The values that each app puts in for its placeholders, in the spelling of its source. */
  const filled = (amount: number): Record<string, string> => ({
    '{not_app_package}': 'com.gojek.gopay',
    '{not_title}': 'GoPay',
    '{notification}': words(amount),
    '{not_timestamp}': String(Date.now()),
    '%package': 'com.gojek.gopay',
    '%evtprm2': 'GoPay',
    '%evtprm3': words(amount),
    package: 'com.gojek.gopay',
    title: 'GoPay',
    message: words(amount),
    '%from%': 'GOPAY',
    '%text%': words(amount),
    '%sentStamp%': String(Date.now()),
    'Shortcut Input': words(amount),
    Subject: 'GoPay',
  })

  test.each(recipes.map(recipe => [recipe.name, recipe] as const))(
    'every field of the recipe for %s is read',
    async (_, recipe) => {
      const phone = await connect()
      const payment = await orderFrom(shop, phone, 66_000)
      const values = filled(payment.final_amount)
      for (const placeholder of Object.values(recipe.body)) expect(values).toHaveProperty([placeholder])
      const body = Object.fromEntries(Object.entries(recipe.body).map(([name, value]) => [name, values[value]!]))
      const [text, headers] = recipe.type === 'json' ? [JSON.stringify(body), bearer] : [formOf(body), asForm]
      expect(await forward(shop, phone.connectionId, text, headers)).toMatchObject({ status: 200 })
      // Only a request that names an app can pay automatically.
      expect(await statusOf(shop, payment, phone.key)).toBe('package' in recipe.body ? 'paid' : 'pending')
      expect(await transfersOf(shop, phone)).toEqual([expect.objectContaining({ amount: payment.final_amount })])
    },
  )

  test('each recipe cites a public source, in both languages', () => {
    for (const { sources, steps } of recipes) {
      for (const source of sources) expect(source).toMatch(/^https:\/\//)
      expect(steps.id).toHaveLength(steps.en.length)
    }
  })
})
