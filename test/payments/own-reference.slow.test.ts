import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setLateMoney } from '../../src/accounts/set-late-money.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, detect, letExpire, send, statusOf } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

const body = { amount: 15_000, payment_method: 'wallet_direct' }

function ask(more: object, key = shop.keys.demo) {
  return shop.api('/create-payment', { body: { ...body, ...more }, key })
}

const cancel = ({ invoice_id }: CreatedPayment) => shop.api('/cancel-payment', { body: { invoice: invoice_id } })

async function found(query: string): Promise<string[]> {
  const answer = await shop.api(`/list-payments?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.pagination.total).toBe(answer.body.data.length)
  return answer.body.data.map((item: CreatedPayment) => item.invoice_id)
}

describe("the merchant's own reference", () => {
  test('a reference is echoed in every view of the payment, and null without one', async () => {
    const made = await ask({ reference: 'ORDER/2026-1' })
    expect(made.body.data.reference).toBe('ORDER/2026-1')
    const { invoice_id } = made.body.data
    expect((await shop.api(`/check-payment?invoice=${invoice_id}`)).body.reference).toBe('ORDER/2026-1')
    expect((await create(shop)) as object).toMatchObject({ reference: null, metadata: {} })
  })

  test('a reference belongs to one payment, and a second use is refused by name and reserves no amount', async () => {
    const first = await ask({ reference: 'once' })
    const holds = () => shop.app.sql.query('select 1 from hold')
    const before = (await holds()).length
    const again = await ask({ reference: 'once', amount: 99_000 })
    expect(again).toMatchObject({ status: 400, body: { code: 'reference_taken', fields: [{ path: 'reference' }] } })
    expect(again.body.error).toContain(first.body.data.invoice_id)
    expect((await holds()).length).toBe(before)
  })

  test('a reference is free again after a cancellation, and finds its payments, newest first', async () => {
    const first = (await ask({ reference: 'gone' })).body.data
    await cancel(first)
    shop.advance(1)
    const second = (await ask({ reference: 'gone' })).body.data
    expect((await ask({ reference: 'gone' })).body.error).toContain(second.invoice_id)
    expect(await found('reference=gone')).toEqual([second.invoice_id, first.invoice_id])
    expect(await found('reference=gone&status=cancelled')).toEqual([first.invoice_id])
    expect((await shop.api('/list-payments?reference=gone&paid_via=qris')).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    })
    const page = await shop.api('/list-payments?reference=gone&limit=1&page=2')
    expect(page.body).toMatchObject({ data: [{ invoice_id: first.invoice_id }], pagination: { total: 2 } })
    const others = await shop.api('/list-payments?reference=gone', { key: shop.keys.second })
    expect(others.body.data).toEqual([])
  })

  test('a reference is free again once its payment has expired unpaid', async () => {
    const first = (await ask({ reference: 'late' })).body.data
    await letExpire(shop)
    expect(await statusOf(shop, first)).toBe('expired')
    expect((await ask({ reference: 'late' })).status).toBe(200)
  })

  test('a paid payment keeps its reference', async () => {
    const first = (await ask({ reference: 'sold' })).body.data
    await shop.api('/simulate-payment', { body: { invoice: first.invoice_id } })
    const again = await ask({ reference: 'sold' })
    expect(again.body).toMatchObject({ code: 'reference_taken', error: `reference: belongs to ${first.invoice_id}` })
  })

  test('20 simultaneous requests with the reference of a cancelled payment create one payment', async () => {
    await cancel((await ask({ reference: 'again' })).body.data)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ reference: 'again' })))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error)
    expect(new Set(refused)).toEqual(new Set([`reference: belongs to ${made[0]!.body.data.invoice_id}`]))
  })

  test('a reference requested during the cancellation is either still taken or free', async () => {
    for (let round = 0; round < 10; round++) {
      const reference = `beside ${round}`
      const first = (await ask({ reference })).body.data
      const [, again] = await Promise.all([cancel(first), ask({ reference })])
      const open = await found(`reference=${encodeURIComponent(reference)}&status=pending`)
      expect(open).toEqual(again.status === 200 ? [again.body.data.invoice_id] : [])
      if (again.status !== 200) expect(again.body.code).toBe('reference_taken')
    }
  })

  test('a reference is free again after its payment was refused', async () => {
    expect((await ask({ reference: 'refused', payment_method: 'qris_user' })).status).toBe(400)
    expect((await ask({ reference: 'refused', file_id: 999_999 })).status).toBe(400)
    expect((await ask({ reference: 'refused' })).status).toBe(200)
  })

  test('a reference belongs to one account and mode', async () => {
    expect((await ask({ reference: 'shared' })).status).toBe(200)
    expect((await ask({ reference: 'shared' }, shop.keys.second)).status).toBe(200)
    expect(await found('reference=shared')).toHaveLength(1)
    const others = await shop.api('/list-payments?reference=ORDER%2F2026-1', { key: shop.keys.second })
    expect(others.body).toMatchObject({ data: [], pagination: { total: 0 } })
  })

  test('20 simultaneous requests with a reference create one payment, and the others name it', async () => {
    for (const payment_method of ['wallet_direct', 'qris']) {
      const reference = `race ${payment_method}`
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ reference, payment_method })))
      const made = answers.filter(({ status }) => status === 200)
      expect(made).toHaveLength(1)
      const { invoice_id } = made[0]!.body.data
      for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
        expect(status).toBe(400)
        expect(body.error).toBe(`reference: belongs to ${invoice_id}`)
      }
      expect(await found(`reference=${encodeURIComponent(reference)}`)).toEqual([invoice_id])
    }
  })

  test('the same reference with the same Idempotency-Key returns the same payment, not a second use', async () => {
    const headers = { 'idempotency-key': 'with a reference' }
    const once = () => shop.api('/create-payment', { body: { ...body, reference: 'idempotent' }, headers })
    const answers = await Promise.all([once(), once(), once()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(answer => answer.body.data.invoice_id)).size).toBe(1)
  })

  test('a reference cannot be combined with a search', async () => {
    const answer = await shop.api('/list-payments?reference=once&search=kopi')
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'reference' }] } })
  })
})

describe('late money for a payment that was replaced', () => {
  /** Creates an expired payment, its late money in review, and the payment that took over its reference. */
  async function replaced(reference: string) {
    const first = (await ask({ reference })).body.data
    const transfer = await comeLate(first)
    const second = (await ask({ reference })).body.data
    return { first, second, transfer }
  }

  /** Returns the transfer in review. */
  async function comeLate(payment: CreatedPayment): Promise<number> {
    await letExpire(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const { body } = await shop.api(`/list-transfers?invoice=${payment.invoice_id}`)
    expect(body.data).toMatchObject([{ state: 'review', reason: 'late' }])
    return body.data[0].transfer_id
  }

  const review = (transfer_id: number, more: object = {}) =>
    shop.api('/review-transfer', { body: { transfer_id, action: 'accept', ...more } })

  test('late money for a replaced payment is accepted only by naming the other payment', async () => {
    const { first, second, transfer } = await replaced('replaced')
    const refused = await review(transfer)
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'payment_replaced', fields: [{ path: 'replaced_by' }] },
    })
    expect(refused.body.fields[0].error).toContain(second.invoice_id)
    expect((await review(transfer, { replaced_by: first.invoice_id })).body.code).toBe('payment_replaced')
    expect(await statusOf(shop, first)).toBe('expired')
    expect((await review(transfer, { replaced_by: second.invoice_id })).status).toBe(200)
    expect(await statusOf(shop, first)).toBe('paid')
    // Once paid, it has the reference again, whatever happens to the other.
    await cancel(second)
    const again = await ask({ reference: 'replaced' })
    expect(again.body.error).toBe(`reference: belongs to ${first.invoice_id}`)
  })

  test('accepting late money also names the other payment if that was paid or is older', async () => {
    const { first, second, transfer } = await replaced('both ended')
    const later = await comeLate(second)
    expect((await review(transfer, { replaced_by: second.invoice_id })).status).toBe(200)
    const refused = await review(later)
    expect(refused.body.fields[0].error).toContain(first.invoice_id)
    expect((await review(later, { replaced_by: first.invoice_id })).status).toBe(200)
  })

  test('late money for a replaced payment is not accepted by the rule for late money', async () => {
    const first = (await ask({ reference: 'by rule' })).body.data
    const alone = (await ask({ reference: 'alone' })).body.data
    await letExpire(shop)
    const second = (await ask({ reference: 'by rule' })).body.data
    await setLateMoney(shop.app, shop.demo.accountId, { accepts: true, actor: 'test' })
    for (const { invoice_id } of [first, alone]) await send(shop, { invoice_id })
    await detect(shop)
    await setLateMoney(shop.app, shop.demo.accountId, { accepts: false, actor: 'test' })
    expect(await Promise.all([first, second, alone].map(each => statusOf(shop, each)))).toEqual([
      'expired',
      'pending',
      'paid',
    ])
  })

  test('late money accepted during a new request for its reference pays it or asks, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const reference = `race of late money ${round}`
      const first = (await ask({ reference })).body.data
      const transfer = await comeLate(first)
      const [accepted, again] = await Promise.all([review(transfer), ask({ reference })])
      const outcome = [accepted.status, again.status]
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual(outcome)
      expect(accepted.status === 400 ? accepted.body.code : again.body.code).toBe(
        accepted.status === 400 ? 'payment_replaced' : 'reference_taken',
      )
    }
  })
})

describe('metadata', () => {
  test('metadata is returned unchanged, in responses and in the callback', async () => {
    const metadata = { table: '7', 'cart.id': '"quoted" \\ 100%_é\u{1F35C}', empty: '' }
    const payment = await create(shop, { metadata, reference: 'to be paid' })
    expect(payment).toMatchObject({ metadata })
    expect((await shop.api(`/check-payment?invoice=${payment.invoice_id}`)).body.metadata).toEqual(metadata)
    const listed = await shop.api('/list-payments?reference=to%20be%20paid')
    expect(listed.body.data[0].metadata).toEqual(metadata)
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const received = (await shop.sandbox('/receiver/log')).body as { body: string }[]
    const callback = received.map(({ body }) => JSON.parse(body)).find(one => one.invoice_id === payment.invoice_id)
    expect(callback).toMatchObject({ reference: 'to be paid', metadata })
  })

  test('references and values of metadata are searched, but not the names of metadata', async () => {
    const payment = await create(shop, { reference: 'NOTA-88131', metadata: { courier: 'Kurir Antareja' } })
    for (const text of ['a-8813', 'antareja', 'KURIR ANT']) {
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual([payment.invoice_id])
    }
    expect(await found('search=courier')).toEqual([])
  })

  // Values that PHP clients and others send: svix-webhooks#2060, chargebee-php#115, EasyPost-php#392,
  // customerio-php#20.
  test.each([
    ['an empty list', [], {}],
    ['numbers', { table: 7, weight: 1.5 }, { table: '7', weight: '1.5' }],
    ['a boolean', { gift: false }, { gift: 'false' }],
    ['null', { note: null, table: '7' }, { table: '7' }],
  ])('metadata with %s is read as strings', async (_what, metadata, texts) => {
    expect((await ask({ metadata })).body.data.metadata).toEqual(texts)
  })

  test.each([
    ['more than 20 entries', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`name${index}`, 'x']))],
    ['a text of 201 characters', { a: 'x'.repeat(201) }],
    ['a nested object', { a: { b: 'c' } }],
    ['an array', ['a']],
    ['a name of 41 characters', { ['n'.repeat(41)]: 'x' }],
    ['a name with a space', { 'a b': 'x' }],
    ['NUL', { a: 'x\0' }],
    ['half a character', { a: '\ud83c' }],
  ])('metadata with %s is refused by its name', async (_what, metadata) => {
    const { status, body } = await ask({ metadata })
    expect(status).toBe(400)
    expect(body.fields[0].path).toMatch(/^metadata/)
  })

  test('metadata of any strings is stored unchanged, or refused', async () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/)
    const texts = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 60 }), {
      maxKeys: 5,
      noNullPrototype: true,
    })
    await fc.assert(
      fc.asyncProperty(texts, async metadata => {
        const answer = await ask({ metadata })
        if (answer.status === 200) expect(answer.body.data.metadata).toEqual(metadata)
        else expect(answer.body.fields[0].path).toMatch(/^metadata/)
        await shop.api('/cancel-payment', { body: { invoice: answer.body.data?.invoice_id ?? '' } })
      }),
      { numRuns: 50 },
    )
  })
})

test('a page past the end of a search still returns the number of matches', async () => {
  for (let made = 0; made < 3; made++) await create(shop, { description: 'Kerupuk udang' })
  const { body } = await shop.api('/list-payments?search=kerupuk&limit=2&page=5')
  expect(body).toMatchObject({ data: [], pagination: { total: 3, total_pages: 2 } })
})

test.each(['siti aminah', 'siti@', '@example.id', 'siti @example.id'])(
  'the e-mail %j is refused by its name',
  async email => {
    expect(await ask({ customer_email: email })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'customer_email' }] },
    })
  },
)
