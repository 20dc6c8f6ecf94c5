import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { enableEndpoint } from '../../src/callbacks/enable-endpoint.ts'
import { initialHealth } from '../../src/callbacks/endpoint-health.ts'
import { listEvents } from '../../src/callbacks/list-events.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import { createWebhook, type NewWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { eraseDelivery } from '../../src/modules/webhooks/erase-delivery.ts'
import { listDeliveries } from '../../src/modules/webhooks/list-deliveries.ts'
import { resendDeliveries } from '../../src/modules/webhooks/resend-deliveries.ts'
import { replaceWebhookSecret } from '../../src/modules/webhooks/roll-webhook-secret.ts'
import { sendExample } from '../../src/modules/webhooks/send-example.ts'
import { updateWebhook, type WebhookChange } from '../../src/modules/webhooks/update-webhook.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { findRefusalReason } from '../kit/find-refusal-reason.ts'
import { outwardTypes } from '../kit/outward.ts'
import { create } from '../payments/scenario.ts'

// Pages and chats describe a refusal by its field, code and bounds.

let shop: TestShop
let owner: { accountId: number; mode: 'test' }

beforeAll(async () => {
  shop = await createTestShop()
  owner = { accountId: shop.demo.accountId, mode: 'test' }
})
afterAll(() => shop.close())

const url = 'https://shop.example/hook'
const add = (asked: Partial<NewWebhook> = {}, of: { accountId: number; mode: 'live' | 'test' } = owner) =>
  createWebhook(shop.app, of, { url, types: ['payment.created'], ...asked }, commandActor)
const made = async (asked: Partial<NewWebhook> = {}) => (await add(asked)).endpoint.id
const change = (endpointId: string, asked: WebhookChange) =>
  updateWebhook(shop.app, owner, { endpointId, change: asked, by: commandActor })

const wrong = {
  unknown: [{ path: 'types', code: 'not_one_of', values: [...outwardTypes] }],
  twice: [{ path: 'types', code: 'repeated' }],
  none: [{ path: 'types', code: 'missing' }],
  wordy: [{ path: 'description', code: 'too_long', max: 200 }],
  long: [{ path: 'url', code: 'too_long', max: 2048 }],
  misfit: [{ path: 'url', code: 'malformed' }],
  telegram: [{ path: 'format', code: 'not_allowed' }],
}
const ofLength = (length: number) => `${url}?`.padEnd(length, 'x')

describe('an endpoint', () => {
  test('a new endpoint with invalid types, description and address is refused for all of them at once', async () => {
    expect(await findRefusalReason(add({ types: ['payment.payed'] }))).toEqual(wrong.unknown)
    expect(await findRefusalReason(add({ types: ['stock.low', 'stock.low'] }))).toEqual(wrong.twice)
    expect(await findRefusalReason(add({ types: [], description: 'x'.repeat(201), url: ofLength(2049) }))).toEqual([
      ...[...wrong.none, ...wrong.wordy, ...wrong.long],
    ])
    expect(await findRefusalReason(add({ format: 'discord' }))).toEqual(wrong.misfit)
    expect(await findRefusalReason(add({ format: 'telegram' }))).toEqual(wrong.telegram)
    expect(await findRefusalReason(add({ description: 'x'.repeat(200), url: ofLength(2048) }))).toBeNull()
  })

  test('changing an endpoint follows the same rules, and another format requires an address', async () => {
    const id = await made({ description: 'Gudang', language: 'en' })
    expect(await findRefusalReason(change(id, { types: [] }))).toEqual(wrong.none)
    expect(await findRefusalReason(change(id, { description: 'x'.repeat(201) }))).toEqual(wrong.wordy)
    expect(await findRefusalReason(change(id, { format: 'slack' }))).toEqual([{ path: 'url', code: 'missing' }])
    const kept = { types: ['payment.created'], description: 'Gudang', language: 'en', shownAddress: url }
    expect(await change(id, { format: 'json' })).toMatchObject(kept)
    expect(await change(id, { types: null })).toMatchObject({ ...kept, types: null })
    expect(await change(id, { types: ['order.paid'] })).toMatchObject({ ...kept, types: ['order.paid'] })
    expect(await change(id, { description: null })).toMatchObject({ description: null, language: 'en' })
    expect(await change(id, { language: 'id' })).toMatchObject({ language: 'id', types: ['order.paid'] })
  })

  test('an account has at most twenty endpoints in a mode', async () => {
    const of = { accountId: shop.second.accountId, mode: 'test' as const }
    await add({}, of)
    await shop.app.sql.write(
      `insert into endpoint
       select (jsonb_populate_record(e, jsonb_build_object('id', 'EP-' || lpad(n::text, 17, '0')))).*
       from endpoint e, generate_series(1, 18) n where account_id = $1`,
      [of.accountId],
    )
    expect(await findRefusalReason(add({}, of))).toBeNull()
    expect(await findRefusalReason(add({}, of))).toEqual([{ path: 'url', code: 'too_many', max: 20 }])
    expect(await findRefusalReason(add({}, { ...of, mode: 'live' }))).toBeNull()
  })

  test('an endpoint has one secret, or two for at most a week', async () => {
    const endpointId = await made()
    const roll = (overlapHours: number) =>
      replaceWebhookSecret(shop.app, owner, { endpointId, overlapHours }, commandActor)
    for (const hours of [-1, 169, 1.5]) {
      expect(await findRefusalReason(roll(hours))).toEqual([
        { path: 'overlap_hours', code: 'out_of_range', min: 0, max: 168 },
      ])
    }
    const before = shop.app.now().getTime()
    const { oldEndsAt } = await roll(168)
    expect(Math.round((oldEndsAt.getTime() - before) / 3_600_000)).toBe(168)
    expect(await findRefusalReason(roll(1))).toEqual({ code: 'refused_transition' })
    expect(await findRefusalReason(roll(0))).toBeNull()
    expect(await findRefusalReason(roll(1))).toBeNull()
  })

  test('a disabled endpoint receives no resends or examples, and examples exist only for known types', async () => {
    const endpointId = await made()
    const example = (type: string) => sendExample(shop.app, owner, { endpointId, type, by: 'sari' })
    const values = [...outwardTypes]
    expect(await findRefusalReason(example('payment.payed'))).toEqual([{ path: 'type', code: 'not_one_of', values }])
    const deliveryId = await example('order.paid')
    const erase = (id: number) => eraseDelivery(shop.app, owner, id, commandActor)
    const again = (which: Parameters<typeof resendDeliveries>[2]) =>
      resendDeliveries(shop.app, owner, which, commandActor)
    expect(await findRefusalReason(again({ deliveryId }))).toEqual({ code: 'refused_transition' })
    expect(await findRefusalReason(erase(deliveryId))).toEqual({ code: 'refused_transition' })
    await shop.app.sql.write("update endpoint_delivery set state = 'exhausted', attempts = 1 where id = $1", [
      deliveryId,
    ])
    await change(endpointId, { enabled: false })
    expect(await findRefusalReason(example('order.paid'))).toEqual({ code: 'refused_transition' })
    expect(await findRefusalReason(again({ deliveryId }))).toEqual({ code: 'refused_transition' })
    expect(await findRefusalReason(again({ endpointId, failedSince: new Date(0) }))).toEqual({
      code: 'refused_transition',
    })
    await change(endpointId, { enabled: true })
    await erase(deliveryId)
    expect(await findRefusalReason(again({ deliveryId }))).toEqual({ code: 'refused_transition' })
    for (const unknown of [() => again({ deliveryId: 999_999 }), () => erase(999_999)]) {
      expect(await findRefusalReason(unknown())).toEqual('There is no such delivery')
    }
    const ofNobody = { endpointId: 'EP-00000000000000000', limit: 1 }
    expect(await findRefusalReason(listDeliveries(shop.app, owner, ofNobody))).toEqual('There is no such endpoint')
  })
})

test('an enabled endpoint starts without failures and without the person who disabled it', async () => {
  const id = await made()
  const by = commandActor.name
  expect(await change(id, { enabled: false })).toMatchObject({ disabledReason: 'merchant', disabledBy: by })
  await shop.app.sql.write(
    `update endpoint set failures_in_row = 9, window_from = now(), window_tries = 9, window_failures = 9, open_s = 60,
       blocked_until = now() + interval '1 hour', failing_since = now() where id = $1`,
    [id],
  )
  const off = { disabledAt: null, disabledReason: null, disabledBy: null }
  expect(await change(id, { enabled: true })).toMatchObject({ ...initialHealth, ...off })
})

describe('a callback', () => {
  test('a callback address has at most 2,048 characters, and a test callback needs one', async () => {
    const set = (to: string) => setCallbackUrl(shop.app, shop.second.accountId, to)
    expect(await findRefusalReason(set(ofLength(2049)))).toEqual(wrong.long)
    const send = (accountId: number, to?: string) =>
      sendTestCallback(shop.app, { accountId, mode: 'test' }, { by: 'sari', url: to })
    expect(await findRefusalReason(send(shop.second.accountId))).toEqual([{ path: 'url', code: 'missing' }])
    expect(await findRefusalReason(send(shop.second.accountId, url))).toBeNull()
    expect(await findRefusalReason(send(999_999, url))).toEqual('There is no such account')
  })

  test('only a callback of an existing, paid payment is resent', async () => {
    const again = (invoiceId: string) => redeliverCallbacks(shop.app, { owner, which: { invoiceId }, by: 'sari' })
    const { invoice_id } = await create(shop)
    expect(await findRefusalReason(again(invoice_id))).toEqual({ code: 'refused_transition' })
    await expect(again(invoice_id)).rejects.toThrow('The payment is pending: it has no callback')
    expect(await findRefusalReason(again('INV-00000000000000000000'))).toEqual('There is no such payment')
  })

  test('only test keys see signed callbacks, and only failing addresses can be enabled again', async () => {
    const live = { accountId: owner.accountId, mode: 'live' as const }
    expect(await findRefusalReason(listEvents(shop.app, live, { limit: 1, signed: true }))).toEqual([
      { path: 'signed', code: 'not_allowed' },
    ])
    expect(await findRefusalReason(enableEndpoint(shop.app, owner.accountId, 'https://shop.example'))).toBe(
      'Nothing is known to fail at this address',
    )
  })
})
