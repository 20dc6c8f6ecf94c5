import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectPhone,
  forward,
  money,
  nativeHeaders,
  now,
  orderFrom,
  type Phone,
  secret,
  sign,
  transfersOf,
} from '../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { statusOf } from '../payments/scenario.ts'

let shop: TestShop
let phone: Phone

beforeAll(async () => {
  shop = await createTestShop()
  phone = await connectPhone(shop)
})
afterAll(() => shop.close())

async function post(body: string, headers: Headers | Record<string, string> = nativeHeaders()(body)) {
  const answer = await fetch(`${shop.url}/hooks/mutations/${phone.connectionId}`, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as { server_time: string } }
}

test('a body with icons of 256 KB is accepted, and one more byte is not', async () => {
  const payment = await orderFrom(shop, phone, 41_000)
  const bare = JSON.stringify({ ...money(payment.final_amount), largeIcon: '' })
  const withIcon = (bytes: number) =>
    JSON.stringify({ ...money(payment.final_amount), largeIcon: 'i'.repeat(bytes - bare.length) })
  expect(await post(withIcon(262_145))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  expect(await post(withIcon(262_144))).toMatchObject({ status: 200 })
  expect(await statusOf(shop, payment, phone.key)).toBe('paid')
})

test.each(['x-mutation-signature', 'x-mutation-timestamp'])('two headers %s are refused', async name => {
  const body = JSON.stringify(money(41_001))
  const { request } = await import('node:http')
  const headers = nativeHeaders()(body) as Record<string, string>
  const twice = Object.entries(headers).flatMap(([key, value]) =>
    key === name ? [key, value, key, value] : [key, value],
  )
  const status = await new Promise(resolve => {
    const url = `${shop.url}/hooks/mutations/${phone.connectionId}`
    const sending = request(url, { method: 'POST', headers: [...twice, 'host', 'x'] }, answer => {
      resolve(answer.statusCode)
      answer.resume()
    })
    sending.end(body)
  })
  expect(status).toBe(401)
})

test.each([-600, 600])('a clock %s s off is refused, with the time of the server', async offS => {
  const body = JSON.stringify(money(41_002))
  const answer = await post(body, nativeHeaders(String(Number(now()) + offS))(body))
  expect(answer).toMatchObject({ status: 401, body: { success: false } })
  expect(Math.abs(Date.parse(answer.body.server_time) - Date.now())).toBeLessThan(60_000)
})

test('the secret of another connection is refused in the same way as an unknown connection', async () => {
  const other = await connectPhone(shop, { secret: 'the-secret-of-another' })
  const headers = nativeHeaders(now(), 'the-secret-of-another')
  const { status, body } = await forward(shop, phone.connectionId, money(41_003), headers)
  const unknown = await forward(shop, 999_999, money(41_003), headers)
  expect({ ...(body as object), server_time: '' }).toEqual({ ...(unknown.body as object), server_time: '' })
  expect([status, unknown.status]).toEqual([401, 401])
  expect(await forward(shop, other.connectionId, money(41_003), headers)).toMatchObject({ status: 200 })
})

describe('a form', () => {
  const types: [string, (fields: Record<string, string>) => [string, string]][] = [
    [
      'application/x-www-form-urlencoded',
      fields => ['application/x-www-form-urlencoded; charset=UTF-8', new URLSearchParams(fields).toString()],
    ],
    [
      'multipart/form-data',
      fields => {
        const parts = Object.entries(fields).map(
          ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        return ['multipart/form-data; boundary=B', `${parts.join('')}--B--\r\n`]
      },
    ],
  ]

  test.each(types)('a form sent as %s has the same field names', async (_name, encode) => {
    const payment = await orderFrom(shop, phone, 42_000)
    const { event_id, package_name, title, text } = money(payment.final_amount, { form: _name })
    const fields = { event_id, package_name, title, notification_text: text, amount: String(payment.final_amount) }
    const [type, body] = encode(fields)
    expect(await post(body, { ...nativeHeaders()(body), 'content-type': type })).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('JSON sent as a form is read as JSON', async () => {
    const payment = await orderFrom(shop, phone, 43_000)
    const body = JSON.stringify(money(payment.final_amount))
    const headers = { ...nativeHeaders()(body), 'content-type': 'application/x-www-form-urlencoded' }
    expect(await post(body, headers)).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })
})

test.each<[string, string, Record<string, string>]>([
  ['nothing', '', {}],
  ['an empty object', '{}', {}],
  ['a list', '[{"package_name":"com.bca","amount":41004}]', {}],
  ['an empty list', '[]', {}],
  ['a number', '41004', {}],
  ['null', 'null', {}],
  ['a text', '"amount=41004"', {}],
  ['broken JSON', '{"package_name":', {}],
  ['an empty form', '', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a list as a form', '[]', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a broken form', '--B\r\n', { 'content-type': 'multipart/form-data; boundary=B' }],
  ['a list nested a hundred thousand times', '['.repeat(100_000) + ']'.repeat(100_000), {}],
])('a body that is %s is 400, with a reason', async (_name, body, headers) => {
  const before = await transfersOf(shop, phone)
  const answer = await post(body, { ...nativeHeaders()(body), ...headers })
  expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.stringContaining('body') } })
  expect(await transfersOf(shop, phone)).toEqual(before)
})

test('a body nested a hundred thousand times is read without recursion', async () => {
  const payment = await orderFrom(shop, phone, 44_000)
  const deep = `{"extra":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)},`
  const body = deep + JSON.stringify(money(payment.final_amount)).slice(1)
  expect(await post(body)).toMatchObject({ status: 200 })
  expect(await statusOf(shop, payment, phone.key)).toBe('paid')
})

test('a signature of different bytes is refused', async () => {
  const body = JSON.stringify(money(41_005))
  const headers = { 'x-mutation-timestamp': now(), 'x-mutation-signature': `sha256=${sign(now(), body, secret)}` }
  expect(await post(`${body} `, headers)).toMatchObject({ status: 401 })
})
