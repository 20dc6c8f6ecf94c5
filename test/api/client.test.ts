import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { paths as Detailed } from '../../docs/client/detailed.d.ts'
import type { paths as Simple } from '../../docs/client/simple.d.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const docs = path.join(import.meta.dirname, '..', '..', 'docs')
let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

test.each([
  ['openapi.json', 'detailed.d.ts'],
  ['openapi.simple.json', 'simple.d.ts'],
])('the types were made from the %s of today', (document, types) => {
  const sum = createHash('sha256')
    .update(readFileSync(path.join(docs, document)))
    .digest('hex')
  expect(readFileSync(path.join(docs, 'client', types), 'utf8'), 'run `npm run client`').toContain(sum)
})

test('a payment is created, found, listed and paid by the typed client of the detailed dialect', async () => {
  const client = createClient<Detailed>({ baseUrl: shop.url, headers: { 'X-API-Key': shop.keys.demo } })
  const created = await client.POST('/api/create-payment', {
    body: { amount: 21_000, payment_method: 'wallet_direct', reference: 'client-1', metadata: { table: '7' } },
  })
  expect(created.error).toBeUndefined()
  const invoice = created.data!.data.invoice_id
  const simulated = await client.POST('/api/simulate-payment', { body: { invoice } })
  expect(simulated.error).toBeUndefined()
  await shop.hurry()
  await shop.work()
  const checked = await client.GET('/api/check-payment', { params: { query: { invoice } } })
  expect(checked.data).toMatchObject({ status: 'paid', reference: 'client-1', metadata: { table: '7' } })
  const listed = await client.GET('/api/list-payments', { params: { query: { search: 'client-1' } } })
  expect(listed.data?.data.map(payment => payment.invoice_id)).toEqual([invoice])
})

test('a refusal is typed as one', async () => {
  const client = createClient<Detailed>({ baseUrl: shop.url, headers: { 'X-API-Key': shop.keys.demo } })
  const { data, error, response } = await client.POST('/api/create-payment', { body: { amount: 1 } })
  expect(response.status).toBe(400)
  expect(data).toBeUndefined()
  expect(error?.code).toBe('amount_out_of_range')
})

test('the client of the simple dialect reads what an account of that dialect gets', async () => {
  await shop.app.sql.write(`update account set dialect = 'simple' where id = $1`, [shop.second.accountId])
  const client = createClient<Simple>({ baseUrl: shop.url, headers: { 'X-API-Key': shop.keys.second } })
  const status = await client.GET('/api/get-account-status')
  expect(status.error).toBeUndefined()
  expect(status.data?.success).toBe(true)
})
