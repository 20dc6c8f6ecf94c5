import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveDay } from '../../../src/lib/calendar.ts'
import { openShop, type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { tellEndpoints, tellOnce } from '../../kit/endpoints.ts'
import { create } from '../../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver
let id: string

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
}, 60_000)

beforeEach(async () => {
  receiver.answer = () => ({ status: 200, body: 'thanks' })
  receiver.received.splice(0)
  const types = ['payment.created']
  id = (await shop.api('/create-endpoint', { body: { url: `${receiver.url}`, types } })).body.endpoint_id
  return async () => void (await shop.api('/delete-endpoint', { body: { endpoint_id: id } }))
})

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const log = async (query = '') => (await shop.api(`/list-deliveries?endpoint_id=${id}${query}`)).body
const resend = (body: object) => shop.api('/resend-delivery', { body })

describe('sent events', () => {
  test('deliveries are listed by state and in pages, with the request and the response', async () => {
    for (let n = 0; n < 3; n++) await create(shop)
    await tellEndpoints(shop)
    const first = await log('&limit=2&state=delivered')
    expect(first.data).toHaveLength(2)
    expect(first.data[0].attempts).toMatchObject([{ status: 200, response: 'thanks', number: 1 }])
    const rest = await log(`&limit=2&cursor=${first.pagination.next_cursor}`)
    expect(rest.data).toHaveLength(1)
    expect(rest.pagination.next_cursor).toBeNull()
    expect((await log('&state=exhausted')).data).toEqual([])
    expect((await log('&start_date=2020-01-01&end_date=2020-01-02')).data).toEqual([])
    const counted = (await shop.api(`/endpoint-statistics?endpoint_id=${id}`)).body.data
    expect(counted).toMatchObject({ delivered: 3, failed: 0, p50_ms: expect.any(Number) })
  })

  test('deliveries are counted by day: accepted, duration and failed', async () => {
    const counted = async (day = '') =>
      (await shop.api(`/endpoint-statistics?endpoint_id=${id}${day && `&day=${day}`}`)).body.data
    const days = () => [0, 1].map(back => moveDay(shop.app.calendar.formatDay(shop.app.now()), -back))
    for (let n = 0; n < 3; n++) await create(shop)
    await tellEndpoints(shop)
    receiver.answer = () => ({ status: 500 })
    await create(shop)
    await tellOnce(shop)
    await shop.app.sql.write(
      `update endpoint_attempt t set duration_ms = case when t.status = 500 then 9000 else 10 * place end
       from (select delivery_id, row_number() over (order by delivery_id) as place from endpoint_attempt
         where delivery_id in (select id from endpoint_delivery where endpoint_id = $1)) own
       where own.delivery_id = t.delivery_id`,
      [id],
    )
    const now = { endpoint_id: id, delivered: 3, failed: 1, p50_ms: 20, p99_ms: 30 }
    expect(await counted()).toEqual(now)
    const [today, yesterday] = days()
    expect(await counted(today)).toEqual(now)
    expect(await counted(yesterday)).toEqual({ ...now, delivered: 0, failed: 0, p50_ms: null, p99_ms: null })

    // It was off for so long that its waiting deliveries were scheduled many days ago.
    await shop.api('/update-endpoint', { body: { endpoint_id: id, enabled: false } })
    shop.advance(10 * 86_400)
    await shop.api('/update-endpoint', { body: { endpoint_id: id, enabled: true } })
    receiver.answer = () => ({ status: 200 })
    await tellEndpoints(shop)
    expect(await counted()).toMatchObject({ delivered: 1, failed: 0 })
    expect(await counted(today)).toEqual(now)
  })

  test('deliveries are found by type and time, to the second, and an invalid time is refused by field', async () => {
    await create(shop)
    await tellEndpoints(shop)
    const { created_at } = (await log()).data[0]
    const [day, time] = created_at.split(' ')
    const found = async (query: string) => (await log(query)).data.length
    expect(await found(`&start_date=${day}&end_date=${day}`)).toBe(1)
    expect(await found(`&start_date=${day}%20${time}`)).toBe(1)
    expect(await found(`&end_date=${day}%20${time}`)).toBe(0)
    expect(await found('&type=payment.created')).toBe(1)
    expect(await found('&type=payment.paid')).toBe(0)
    const wrong = ['start_date=today', 'end_date=2026-02-30', 'start_date=2026-11-21%2025:00', 'type=payment.payed']
    for (const query of [...wrong, 'state=lost', 'start_date=2026-11-22&end_date=2026-11-21%2023:00']) {
      const { status, body } = await shop.api(`/list-deliveries?${query}`)
      expect([status, query]).toEqual([400, expect.stringContaining(body.fields[0].path)])
    }
  })

  test('a delivery is resent with the same id and body, once for simultaneous requests', async () => {
    await create(shop)
    await tellEndpoints(shop)
    const [{ delivery_id }] = (await log()).data
    const answers = await Promise.all([1, 2, 3].map(() => resend({ delivery_id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    await tellEndpoints(shop)
    const [one, other] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(other!.body).toBe(one!.body)
    expect(other!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
    expect((await log()).data).toMatchObject([{ requested_by: 'api key' }, { requested_by: null }])
  })

  test('deliveries that failed for good are resent together, and only once', async () => {
    receiver.answer = () => ({ status: 500 })
    await create(shop)
    await create(shop)
    await tellOnce(shop)
    await shop.app.sql.write("update endpoint_delivery set state = 'exhausted' where endpoint_id = $1", [id])
    receiver.answer = () => ({ status: 200 })
    const today = { endpoint_id: id, failed_since: '2026-01-01' }
    const [{ attempts }] = (await log()).data
    const afterwards = new Date(Date.parse(`${attempts[0].attempted_at}+07:00`) + 1_000).toISOString()
    expect((await resend({ ...today, failed_since: afterwards })).body).toMatchObject({ resent: 0 })
    expect((await resend(today)).body).toMatchObject({ resent: 2 })
    await tellEndpoints(shop)
    expect((await resend(today)).body).toMatchObject({ resent: 0 })
    expect((await log('&state=delivered')).data).toHaveLength(2)
  })

  test('an older delivery that was given up after a given moment is resent', async () => {
    receiver.answer = () => ({ status: 500 })
    const early = await create(shop)
    await tellOnce(shop)
    shop.advance(3600)
    const since = shop.app.calendar.format(shop.app.now())
    await tellOnce(shop)
    await shop.app.sql.write("update endpoint_delivery set state = 'exhausted' where endpoint_id = $1", [id])
    receiver.answer = () => ({ status: 200 })
    expect((await resend({ endpoint_id: id, failed_since: since })).body).toMatchObject({ resent: 1 })
    await tellEndpoints(shop)
    expect(JSON.parse(receiver.received.at(-1)!.body).data.invoice_id).toBe(early.invoice_id)
  })

  test.each(['', 'yesterday', '2026-13-01', '2026-11-21 25:00:00', 1_763_700_000, '2026-11-21T10:00:00 07:00'])(
    '%j is refused as a moment for resending',
    async failed_since => {
      const { status, body } = await resend({ endpoint_id: id, failed_since })
      expect([status, body.fields[0].path]).toEqual([400, 'failed_since'])
    },
  )

  test('an erased delivery is never sent again, and the fact that it was sent remains', async () => {
    await create(shop, { customer_name: 'Budi Rahasia' })
    await tellEndpoints(shop)
    const [{ delivery_id, event_id }] = (await log()).data
    expect((await shop.api('/erase-delivery', { body: { delivery_id } })).status).toBe(200)
    expect((await log()).data[0]).toMatchObject({ is_erased: true, body: null, attempts: [{ response: null }] })
    expect((await resend({ delivery_id })).status).toBe(400)
    const rows = await shop.app.sql.query('select 1 from outward_event where id = $1 and body is not null', [event_id])
    expect(rows).toEqual([])
    const foreign = await shop.api('/erase-delivery', { body: { delivery_id }, key: shop.keys.second })
    expect(foreign.status).toBe(404)
  })

  test('a delivery that still waits cannot be erased', async () => {
    receiver.answer = () => ({ status: 500 })
    await create(shop)
    await tellOnce(shop)
    const [{ delivery_id }] = (await log()).data
    expect((await shop.api('/erase-delivery', { body: { delivery_id } })).body.code).toBe('refused_transition')
  })
})

test("changes of an endpoint are in the account's log, with the actor, and without the secret", async () => {
  const body = { url: `${receiver.url}/audited`, types: ['payment.created'] }
  const { endpoint_id, secret } = (await shop.api('/create-endpoint', { body })).body
  await create(shop)
  await tellEndpoints(shop)
  const [{ delivery_id }] = (await shop.api(`/list-deliveries?endpoint_id=${endpoint_id}`)).body.data
  await resend({ delivery_id })
  await tellEndpoints(shop)
  await shop.api('/erase-delivery', { body: { delivery_id } })
  const rolled = (await shop.api('/roll-endpoint-secret', { body: { endpoint_id, overlap_hours: 3 } })).body
  await shop.api('/update-endpoint', { body: { endpoint_id, types: null, enabled: false } })
  await shop.api('/delete-endpoint', { body: { endpoint_id } })

  const endpoint = `endpoint ${endpoint_id}`
  const address = new URL(receiver.url).origin
  const rows = await shop.app.sql.query<{ actor: string; address: string }>(
    'select actor, act, subject, detail, address from audit_entry where subject = any($1) order by number',
    [[endpoint, `delivery ${delivery_id}`]],
  )
  const mode = 'test'
  expect(rows.map(({ actor: _, address: __, ...row }) => row)).toEqual([
    { act: 'endpoint.created', subject: endpoint, detail: { format: 'json', address, types: body.types, mode } },
    { act: 'endpoint.resent', subject: endpoint, detail: { count: 1 } },
    { act: 'endpoint.erased', subject: `delivery ${delivery_id}`, detail: {} },
    { act: 'endpoint.secret_rolled', subject: endpoint, detail: { overlap_hours: 3 } },
    { act: 'endpoint.changed', subject: endpoint, detail: { address, types: null, enabled: false } },
    { act: 'endpoint.deleted', subject: endpoint, detail: { address } },
  ])
  for (const { actor } of rows) expect(actor).toMatch(/^api key \d+$/)
  for (const known of [secret, rolled.secret]) expect(JSON.stringify(rows)).not.toContain(known)
})
