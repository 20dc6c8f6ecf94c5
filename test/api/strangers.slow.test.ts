import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addContent } from '../../src/goods/add-content.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { endpoints } from '../kit/parts.ts'
import { create, detect, send } from '../payments/scenario.ts'

const seed = Number(process.env.HOSTILE_SEED ?? 8)
const whole = Number(process.env.STRANGER_REQUESTS ?? 600)
const sent = process.env.STRANGER_REQUESTS ? [...Array(whole).keys()] : drawItems([...Array(whole).keys()], whole / 3)
const runs = sent.length
// It is in texts of the owner, so that an answer with any of these rows contains it.
const secret = 'HANYA-UNTUK-DEMO'

let shop: TestShop
/** Ids of the owner's objects, and values that might be mistaken for one. */
let ids: unknown[]
let strangers: string[]

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
  const { accountId } = shop.demo
  const own = { description: secret, customer_name: secret, reference: `${secret}-1`, metadata: { own: secret } }
  const contentId = await addContent(shop.app, accountId, { title: 'Resep', body: secret })
  const paid = await create(shop, { ...own, content_id: contentId })
  const pending = await create(shop, { ...own, reference: `${secret}-2` })
  await send(shop, { invoice_id: paid.invoice_id })
  await send(shop, { invoice_id: pending.invoice_id, amount: pending.final_amount + 1 }).catch(() => {})
  await detect(shop)
  const listed = (await shop.api('/list-transfers')).body.data as { transfer_id: number }[]
  await shop.app.sql.write("update event set recorded_at = recorded_at - interval '1 minute'")
  const { next_cursor } = (await shop.api('/events?limit=1')).body.pagination
  const page = (await shop.api('/list-payments?limit=1')).body.pagination
  const connections = await shop.app.sql.query<{ id: number }>('select id from connection where account_id = $1', [
    accountId,
  ])
  ids = [
    ...[paid.invoice_id, pending.invoice_id, `${secret}-1`, next_cursor, page.next_cursor, contentId, accountId],
    ...listed.map(({ transfer_id }) => transfer_id),
    ...connections.map(({ id }) => id),
  ]
  // Another account in this mode, and this account in the other mode.
  const key = await createKey(shop.app, {
    accountId: shop.second.accountId,
    mode: 'live',
    label: 'x',
    isRateLimited: false,
  })
  strangers = [shop.keys.second, key, shop.keys.live]
})

afterAll(() => shop.close())

/** Returns all data of the owner, except the traces of the owner's own requests. */
async function everythingOfTheOwner(): Promise<string> {
  const tables = [
    'payment',
    'transfer',
    'movement',
    'delivery',
    'hidden_content',
    'withdrawal',
    'store_order',
    'payment_reference',
  ]
  const states: string[] = []
  for (const table of tables) {
    const rows = await shop.app.sql.query(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state from ${table} t
       where t.account_id = $1 ${table === 'transfer' ? '' : "and coalesce(to_jsonb(t)->>'mode', 'test') = 'test'"}`,
      [shop.demo.accountId],
    )
    states.push(`${table} ${(rows[0] as { state: string }).state}`)
  }
  return states.join('\n')
}

/**
 * Returns the fields of the endpoint. Those with ids are always present, because it would refuse most requests without
 * them.
 */
function fieldsOf(endpoint: AnyEndpoint, raw: Record<string, unknown>): Record<string, unknown> {
  const known = Object.keys((endpoint.input as unknown as { shape?: object }).shape ?? {})
  const picked = Object.fromEntries(Object.entries(raw).filter(([name]) => known.includes(name)))
  for (const name of ['invoice', 'order_number', 'transfer_id']) {
    if (known.includes(name) && !(name in picked)) picked[name] = ids[raw.invoice === undefined ? 0 : 1]
  }
  if (known.includes('action')) Object.assign(picked, { action: 'accept', transfer_id: ids.at(-4) })
  if (known.includes('amount')) picked.amount = 20_000
  return picked
}

function expectNothingOfTheOwner(
  endpoint: AnyEndpoint,
  picked: object,
  answer: { status: number; body: unknown },
): void {
  const told = JSON.stringify(answer.body)
  const asked = JSON.stringify(picked)
  const where = `${endpoint.method} ${endpoint.path} ${asked} -> ${answer.status} ${told.slice(0, 300)}`
  expect(answer.status, where).toBeLessThan(500)
  // The text of the request may come back, in a payment that the stranger created.
  if (!asked.includes(secret)) expect(told, where).not.toContain(secret)
  if (endpoint.path === '/create-payment' || answer.status !== 200) return
  // A payment of the stranger may have another payment's id as its reference.
  const others = told.replaceAll(/"reference":"[^"]*"/g, '')
  for (const id of ids.slice(0, 2)) expect(others, where).not.toContain(String(id))
}

type AnyEndpoint = (typeof endpoints)[number]

test(`${runs} requests with another account's ids at every endpoint reveal and change nothing`, async () => {
  const before = await everythingOfTheOwner()
  const names = [
    ...new Set(endpoints.flatMap(({ input }) => Object.keys((input as unknown as { shape?: object }).shape ?? {}))),
  ]
  expect(names).toEqual(
    expect.arrayContaining(['invoice', 'transfer_id', 'reference', 'cursor', 'order_number', 'content_id']),
  )
  const words = [
    'accept',
    'refund',
    'assign',
    'ignore',
    'completed',
    'cancelled',
    'exact',
    'twice',
    true,
    20_000,
    '1',
    '100',
  ]
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...words) },
  )
  const request = fc.record({
    endpoint: fc.constantFrom(...endpoints.filter(({ takesUpload }) => !takesUpload)),
    key: fc.constantFrom(...strangers),
    variant: fc.constantFrom('detailed', 'simple'),
    given: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
  })
  const statuses = new Map<number, number>()
  const sample = fc.sample(request, { numRuns: whole, seed })
  for (const { endpoint, key, variant, given: raw } of sent.map(index => sample[index]!)) {
    // Contents do not have a mode: the owner's live key may add one.
    if (key === shop.keys.live && endpoint.path === '/upload-content') continue
    const picked = fieldsOf(endpoint, raw)
    const headers = { 'X-API-Variant': variant }
    const query = new URLSearchParams(
      Object.entries(picked).map(([name, one]): [string, string] => [name, String(one)]),
    )
    const answer =
      endpoint.method === 'GET'
        ? await shop.api(`${endpoint.path}?${query}`, { key, headers })
        : await shop.api(endpoint.path, { key, headers, body: picked })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    expectNothingOfTheOwner(endpoint, picked, answer)
  }
  expect(statuses.get(404) ?? 0).toBeGreaterThan(runs / 50)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(runs / 20)
  expect(await everythingOfTheOwner()).toBe(before)
}, 120_000)
