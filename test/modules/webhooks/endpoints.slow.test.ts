import { createHmac, createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { invariants } from '../../../src/doctor/invariants-sql.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { openShop, type Received, type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import type { ApiAnswer, TestShop } from '../../kit/app.ts'
import { deliverAllEvents, deliverEventsOnce } from '../../kit/endpoints.ts'
import { create } from '../../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
}, 60_000)

afterEach(async () => {
  const violations = await findViolations(
    shop.app,
    invariants.filter(({ id }) => id !== 'I12'),
  )
  await shop.close()
  await receiver.close()
  expect(violations).toEqual([])
})

const make = (body: object = {}, key = shop.keys.demo) =>
  shop.api('/create-endpoint', { body: { url: receiver.url, ...body }, key })
const made = async (body: object = {}): Promise<{ id: string; secret: string }> => {
  const answer = await make(body)
  expect(answer.body).toMatchObject({ success: true })
  return { id: answer.body.endpoint_id, secret: answer.body.secret }
}
const change = (id: string, body: object) => shop.api('/update-endpoint', { body: { endpoint_id: id, ...body } })
const deliveries = async (query = '') => (await shop.api(`/list-deliveries${query}`)).body.data
const fieldsOf = ({ status, body }: ApiAnswer) => [status, body.fields?.map(({ path }: { path: string }) => path)]

/** Whether the signature is valid, checked as by the Standard Webhooks libraries. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers as Record<string, string>
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return given!.split(' ').includes(`v1,${signature}`)
}

const spkiOfEd25519 = Buffer.from('302a300506032b6570032100', 'hex')

function isSignedByKey({ headers, body }: Received, publicKey: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers as Record<string, string>
  const signature = given!.split(' ').find(one => one.startsWith('v1a,'))!
  const der = Buffer.concat([spkiOfEd25519, Buffer.from(publicKey.replace('whpk_', ''), 'base64')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(`${id}.${at}.${body}`), key, Buffer.from(signature.slice(4), 'base64'))
}

describe('an endpoint', () => {
  test("an endpoint's secret is shown once, signs with its own key, and is missing in lists", async () => {
    const answer = await make({ description: 'Gudang', types: ['payment.created'] })
    expect(answer.status).toBe(200)
    const { endpoint_id, secret, data } = answer.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(data).toMatchObject({ url: receiver.url, description: 'Gudang', format: 'json', enabled: true })
    const listed = (await shop.api('/list-endpoints')).body.data
    expect(listed).toEqual([data])
    expect(JSON.stringify(listed)).not.toContain(secret)

    const payment = await create(shop)
    await deliverAllEvents(shop)
    const [event] = receiver.received
    expect(isSigned(event!, secret)).toBe(true)
    expect(isSignedByKey(event!, data.public_key)).toBe(true)
    expect(isSigned({ ...event!, body: `${event!.body} ` }, secret)).toBe(false)
    expect(JSON.parse(event!.body)).toMatchObject({ type: 'payment.created', data: { invoice_id: payment.invoice_id } })
    expect(await deliveries(`?endpoint_id=${endpoint_id}`)).toMatchObject([
      { type: 'payment.created', state: 'delivered', event_id: event!.headers['webhook-id'], body: event!.body },
    ])
    const dump = await shop.app.sql.query<{ text: string }>(
      'select e::text || s::text as text from endpoint e join endpoint_secret s on s.endpoint_id = e.id',
    )
    expect(dump[0]!.text).not.toContain(secret.slice(6, 40))
  })

  test('an endpoint gets its chosen types, and an event without subscribers leaves no row', async () => {
    await made({ types: ['payment.cancelled'] })
    const { invoice_id } = await create(shop)
    expect(await shop.app.sql.query('select 1 from outward_event')).toEqual([])
    await shop.api('/cancel-payment', { body: { invoice: invoice_id } })
    await deliverAllEvents(shop)
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['payment.cancelled'])
  })

  test('several endpoints get their own deliveries and secrets, with one id and one body', async () => {
    const one = await made()
    const other = await made({ types: ['payment.created'] })
    await create(shop)
    await deliverAllEvents(shop)
    expect(receiver.received).toHaveLength(2)
    const [first, second] = receiver.received as [Received, Received]
    expect(first.body).toBe(second.body)
    expect(first.headers['webhook-id']).toBe(second.headers['webhook-id'])
    const isFirst = isSigned(first, one.secret)
    expect([isFirst, isSigned(first, other.secret)].filter(Boolean)).toHaveLength(1)
    expect(isSigned(second, isFirst ? other.secret : one.secret)).toBe(true)
  })

  test('an endpoint gets the events of one object one after another, and those of others in parallel', async () => {
    await made()
    const { invoice_id } = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: invoice_id } })
    const other = await create(shop)
    const told = () =>
      receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.invoice_id}`)
    await deliverEventsOnce(shop)
    expect(told().toSorted()).toEqual(
      [invoice_id, other.invoice_id].map(invoiceId => `payment.created ${invoiceId}`).toSorted(),
    )
    await deliverEventsOnce(shop)
    expect(told().slice(2)).toEqual([`payment.cancelled ${invoice_id}`])
  })

  test('an endpoint disabled or deleted by another process lets its events wait or end', async () => {
    const stateAfter = async (change: string) => {
      const { id } = await made({ types: ['payment.created'] })
      receiver.answer = () => ({ status: 500 })
      await create(shop)
      await deliverEventsOnce(shop)
      await shop.app.sql.write(`update endpoint set ${change} where id = $1`, [id])
      shop.advance(3600)
      await deliverEventsOnce(shop)
      return shop.app.sql.query('select state from endpoint_delivery where endpoint_id = $1', [id])
    }
    expect(await stateAfter("disabled_at = now(), disabled_reason = 'merchant'")).toEqual([{ state: 'paused' }])
    expect(await stateAfter('deleted_at = now()')).toEqual([{ state: 'stopped' }])
  })

  test('an endpoint moves to a new address, changes format only with one, and counts each switch', async () => {
    const { id } = await made({ types: ['payment.created'] })
    const sequenceOf = async () => {
      const [row] = await shop.app.sql.query<{ sequence: number }>('select sequence from endpoint where id = $1', [id])
      return row!.sequence
    }
    expect(fieldsOf(await change(id, { format: 'slack' }))).toEqual([400, ['url']])
    expect(fieldsOf(await change(id, { format: 'json' }))).toEqual([200, undefined])
    expect((await change(id, { url: `${receiver.url}/baru` })).body.data).toMatchObject({ url: `${receiver.url}/baru` })
    const before = await sequenceOf()
    for (const enabled of [false, true]) await change(id, { enabled })
    expect(await sequenceOf()).toBe(before + 2)
    await create(shop)
    await deliverAllEvents(shop)
    expect(receiver.received).toMatchObject([{ path: expect.stringMatching(/\/baru$/) }])
  })

  test("the log shows an endpoint's deliveries with each attempt and its response", async () => {
    const { id } = await made({ url: `  ${receiver.url} ` })
    const logged: [string, object][] = []
    const note = (fields: object, sentence: string) => logged.push([sentence, fields])
    const app = { ...shop.app, log: { ...silentLog, info: note, warn: note } }
    receiver.answer = () => ({ status: receiver.received.length === 1 ? 500 : 200 })
    await create(shop)
    for (let attempt = 0; attempt < 2; attempt++) {
      await deliverEventsOnce({ ...shop, app })
      shop.advance(10)
    }
    const told = { endpoint: id, type: 'payment.created', marked: true }
    expect(logged.filter(([sentence]) => sentence.startsWith('event'))).toEqual([
      ['event not delivered', { ...told, attempt: 1, status: 500, state: 'pending', error: expect.any(String) }],
      ['event delivered', { ...told, attempt: 2, status: 200 }],
    ])
    expect((await shop.api('/list-endpoints')).body.data[0]).toMatchObject({ url: receiver.url })
  })

  test('a failed delivery is retried with the same body, without delaying later ones', async () => {
    const { id } = await made()
    receiver.answer = ({ body }) => ({ status: JSON.parse(body).type === 'payment.created' ? 500 : 200 })
    const { invoice_id } = await create(shop)
    await deliverEventsOnce(shop)
    await shop.api('/cancel-payment', { body: { invoice: invoice_id } })
    await deliverAllEvents(shop)
    expect(receiver.received.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2])
    receiver.answer = () => ({ status: 200 })
    shop.advance(10)
    await deliverAllEvents(shop)
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies[2]).toBe(bodies[0])
    expect(await deliveries(`?endpoint_id=${id}&type=payment.created`)).toMatchObject([
      {
        state: 'delivered',
        attempts: [
          { number: 2, status: 200 },
          { number: 1, status: 500 },
        ],
      },
    ])
  })

  test('an endpoint gets the events of one object in order, even from a backlog', async () => {
    await made()
    const payments = await Promise.all(Array.from({ length: 12 }, () => create(shop)))
    await Promise.all(payments.map(({ invoice_id }) => shop.api('/cancel-payment', { body: { invoice: invoice_id } })))
    await deliverAllEvents(shop)
    const events = receiver.received.map(({ body }) => JSON.parse(body))
    expect(events).toHaveLength(24)
    for (const { invoice_id } of payments) {
      const own = events.filter(({ data }) => data.invoice_id === invoice_id)
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2])
      expect(own.map(({ data }) => data.status)).toEqual(['pending', 'cancelled'])
    }
    expect(receiver.atOnceMax()).toBeLessThanOrEqual(5)
  })

  test('a paused endpoint plans nothing, and gets its waiting events once enabled', async () => {
    const { id } = await made()
    receiver.answer = () => ({ status: 500 })
    await create(shop)
    await deliverEventsOnce(shop)
    expect((await change(id, { enabled: false })).body.data).toMatchObject({
      enabled: false,
      disabled_reason: 'merchant',
      disabled_by: 'api key',
    })
    await create(shop)
    expect(await deliveries()).toMatchObject([{ state: 'paused' }])
    receiver.answer = () => ({ status: 200 })
    await change(id, { enabled: true })
    await deliverAllEvents(shop)
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  })

  test('an endpoint that is gone is disabled, with a reason that other endpoints receive', async () => {
    const { id } = await made({ types: ['payment.created'] })
    await made({ url: `${receiver.url}/other`, types: ['endpoint.disabled'] })
    receiver.answer = ({ path }) => ({ status: path.endsWith('other') ? 200 : 410 })
    await create(shop)
    await create(shop)
    await deliverAllEvents(shop)
    const listed = (await shop.api('/list-endpoints')).body.data
    expect(listed[0]).toMatchObject({ endpoint_id: id, enabled: false, disabled_reason: 'gone', disabled_by: null })
    const heard = receiver.received.filter(({ path }) => path.endsWith('other'))
    expect(heard.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'endpoint.disabled', data: { endpoint_id: id, disabled_reason: 'gone' } },
    ])
  })

  test('deleting an endpoint finishes running deliveries, drops the rest, and affects no other', async () => {
    const { id } = await made()
    await made({ url: `${receiver.url}/other` })
    const payments = await Promise.all(Array.from({ length: 9 }, () => create(shop)))
    let deleted: Promise<ApiAnswer> | undefined
    receiver.answer = async ({ path }) => {
      deleted ??= shop.api('/delete-endpoint', { body: { endpoint_id: id } })
      await deleted
      return { status: path.endsWith('other') ? 200 : 500 }
    }
    await deliverAllEvents(shop)
    expect((await deleted)!.status).toBe(200)
    const rows = await shop.app.sql.query<{ state: string; count: number }>(
      'select state, count(*)::integer as count from endpoint_delivery where endpoint_id = $1 group by 1',
      [id],
    )
    expect(rows).toEqual([{ state: 'stopped', count: payments.length }])
    const others = receiver.received.filter(({ path }) => path.endsWith('other'))
    expect(new Set(others.map(({ body }) => JSON.parse(body).data.invoice_id)).size).toBe(payments.length)
    expect((await change(id, { enabled: true })).status).toBe(404)
    expect(await deliveries(`?endpoint_id=${id}`)).not.toHaveLength(0)
    expect((await shop.api('/list-endpoints')).body.data).toHaveLength(1)
  })
})

describe('a secret', () => {
  const roll = (id: string, body: object = {}, headers = {}) =>
    shop.api('/roll-endpoint-secret', { body: { endpoint_id: id, ...body }, headers })

  test('an old secret still signs beside the new one until its time is over', async () => {
    const { id, secret } = await made()
    const rolled = await roll(id, { overlap_hours: 2 })
    expect(rolled.body.secret).not.toBe(secret)
    await create(shop)
    await deliverAllEvents(shop)
    expect([secret, rolled.body.secret].map(one => isSigned(receiver.received[0]!, one))).toEqual([true, true])
    shop.advance(2 * 3600 + 1)
    await create(shop)
    await deliverAllEvents(shop)
    expect([secret, rolled.body.secret].map(one => isSigned(receiver.received[1]!, one))).toEqual([false, true])
  })

  test('simultaneous rolls of a secret count once, and without overlap end it at once', async () => {
    const { id, secret } = await made()
    const answers = await Promise.all(Array.from({ length: 6 }, () => roll(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    const last = await roll(id, { overlap_hours: 0 })
    await create(shop)
    await deliverAllEvents(shop)
    expect(isSigned(receiver.received[0]!, last.body.secret)).toBe(true)
    expect(isSigned(receiver.received[0]!, secret)).toBe(false)
    expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1a,\S+$/)
  })

  test('a secret is not stored for a repetition with the same Idempotency-Key, which changes nothing', async () => {
    const { id } = await made()
    const key = { 'idempotency-key': 'roll-1' }
    const first = await roll(id, {}, key)
    const again = await roll(id, {}, key)
    expect(again.body).toEqual({ ...first.body, secret: null })
    const kept = await shop.app.sql.query<{ answer: string }>('select answer from answered_request')
    expect(JSON.stringify(kept)).not.toContain(first.body.secret)
  })
})

describe('an example', () => {
  test('an example of any type is signed and marked, and shown in the log', async () => {
    const { id, secret } = await made({ types: ['payment.paid'] })
    const answer = await shop.api('/test-endpoint', { body: { endpoint_id: id, type: 'order.paid' } })
    await deliverAllEvents(shop)
    const [event] = receiver.received
    expect(event!.headers).toMatchObject({ 'x-webhook-test': '1' })
    expect(isSigned(event!, secret)).toBe(true)
    expect(JSON.parse(event!.body)).toMatchObject({ type: 'order.paid', data: { order_number: expect.any(String) } })
    expect(await deliveries()).toMatchObject([{ delivery_id: answer.body.delivery_id, is_example: true }])
  })
})

describe('bad input', () => {
  const refused: [string, object, string][] = [
    ['an unknown type', { types: ['payment.payed'] }, 'types'],
    ['a type twice', { types: ['payment.paid', 'payment.paid'] }, 'types'],
    ['no type at all', { types: [] }, 'types'],
    ['types that are no list', { types: 'payment.paid' }, 'types'],
    ['an inside address', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['this installation', { url: 'http://localhost/api/create-payment' }, 'url'],
    ['no address', { url: '' }, 'url'],
    ['an address that is none', { url: 'javascript:alert(1)' }, 'url'],
    ['a long address', { url: `https://shop.example/${'a'.repeat(2100)}` }, 'url'],
    ['an unknown format', { format: 'xml' }, 'format'],
    ['a long description', { description: 'a'.repeat(201) }, 'description'],
    ['a format with another address', { format: 'discord', url: 'https://shop.example/hook' }, 'url'],
    ['a chat without its token', { url: 'https://discord.com/api/webhooks/1' }, 'url'],
    [
      'a path of a service at another address',
      { format: 'slack', url: 'https://shop.example/services/T0/B0/x' },
      'url',
    ],
    ['the same of another', { format: 'discord', url: 'https://shop.example/api/webhooks/1/x' }, 'url'],
    ['a chat by plain http', { url: 'http://hooks.slack.com/services/T0/B0/x' }, 'url'],
    ['the other by plain http', { url: 'http://discord.com/api/webhooks/1/x' }, 'url'],
    ['what a chat cannot read', { format: 'json', url: 'https://discord.com/api/webhooks/1/x' }, 'url'],
    ['an address of another service', { format: 'slack', url: 'https://discord.com/api/webhooks/1/x' }, 'url'],
  ]
  test('unknown types, addresses and formats are 400 with the field, and create nothing', async () => {
    for (const [name, body, field] of refused) expect(fieldsOf(await make(body)), name).toEqual([400, [field]])
    expect((await shop.api('/list-endpoints')).body.data).toEqual([])
  })

  test('the twenty-first endpoint is refused, even among many simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 23 }, () => make()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(fieldsOf(answers.find(({ status }) => status !== 200)!)).toEqual([400, ['url']])
    expect((await make({}, shop.keys.live)).status).toBe(200)
  })

  test("another account's endpoint, and one of the other mode, are the same 404 as an unknown one", async () => {
    const { id } = await made()
    const asked: [string, object][] = [
      ['/update-endpoint', { endpoint_id: id, enabled: false }],
      ['/delete-endpoint', { endpoint_id: id }],
      ['/roll-endpoint-secret', { endpoint_id: id }],
      ['/test-endpoint', { endpoint_id: id, type: 'payment.paid' }],
    ]
    for (const [path, body] of asked) {
      const unknown = await shop.api(path, {
        body: { ...body, endpoint_id: 'EP-00000000000000000' },
        key: shop.keys.second,
      })
      for (const key of [shop.keys.second, shop.keys.live]) {
        const answer = await shop.api(path, { body, key })
        expect(answer.status, path).toBe(404)
        if (key === shop.keys.second) expect(answer.body.error).toBe(unknown.body.error)
      }
    }
    for (const path of ['/list-deliveries', '/endpoint-statistics']) {
      expect((await shop.api(`${path}?endpoint_id=${id}`)).status, path).toBe(200)
      for (const key of [shop.keys.second, shop.keys.live]) {
        expect((await shop.api(`${path}?endpoint_id=${id}`, { key })).status, path).toBe(404)
      }
    }
    const resent = { endpoint_id: id, failed_since: '2026-11-21' }
    expect((await shop.api('/resend-delivery', { body: resent, key: shop.keys.second })).status).toBe(404)
  })
})
