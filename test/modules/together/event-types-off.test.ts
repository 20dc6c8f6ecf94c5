import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinOutward } from '../../../src/api/dialects/outward-catalogue.ts'
import type { OutwardAdditions } from '../../../src/api/dialects/outward-row.ts'
import { selectModules } from '../../../src/app.ts'
import { coreOutwardTypes } from '../../../src/events/outward.ts'
import { carriedWebhooks } from '../../../src/modules/webhooks/carried-webhooks.ts'
import { writeChatMessage } from '../../../src/modules/webhooks/chat-message.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let id: string

beforeAll(async () => {
  shop = await createWebShop({}, {}, { settings: { MODULES: 'webhooks,docs' } })
  const made = await shop.api('/create-endpoint', {
    body: { url: 'https://shop.example/hook', types: ['payment.paid'] },
  })
  id = made.body.endpoint_id
  // The webhook was created while bills were enabled.
  await shop.app.sql.write("update endpoint set types = '{payment.paid,bill.paid}' where id = $1", [id])
})
afterAll(() => shop.close())

const update = (change: object) => shop.api('/update-endpoint', { body: { endpoint_id: id, ...change } })
const stored = async () => {
  const [row] = await shop.app.sql.query<{ types: string[] }>('select types from endpoint where id = $1', [id])
  return row!.types
}
const listed = [...coreOutwardTypes, 'endpoint.disabled']

describe('the event types of a disabled module', () => {
  test('a disabled module has no event types in lists, documents, requests and examples', async () => {
    expect(shop.app.outward.types).toEqual(listed)
    const { text } = await shop.page('/openapi.json')
    expect(Object.keys(JSON.parse(text).webhooks)).toEqual(listed)
    expect(text).not.toMatch(/bill\.paid|shift\.opened|\(event types\)/)
    expect(text).toContain(`separated by commas: ${listed.join(', ')}, order.payment_ended`)
    expect((await shop.page('/docs/events/order.paid')).status).toBe(200)
    expect((await shop.page('/docs/events/bill.paid')).status).toBe(404)
    const refused = await Promise.all([
      shop.api('/create-endpoint', { body: { url: 'https://shop.example/other', types: ['bill.paid'] } }),
      shop.api('/test-endpoint', { body: { endpoint_id: id, type: 'bill.paid' } }),
      shop.api('/list-deliveries?type=bill.paid'),
      shop.api('/events?type=bill.paid'),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(refused.slice(0, 3).map(({ body }) => body.fields[0].error)).toEqual([
      'has the unknown type bill.paid',
      'is not a type',
      `is one of ${listed.join(', ')}`,
    ])
  })

  test('a webhook keeps the types of a disabled module, and is shown and changed as before', async () => {
    const { body } = await shop.api('/list-endpoints')
    expect(body.data).toMatchObject([{ types: ['payment.paid', 'bill.paid'] }])
    expect(await update({ description: 'Gudang' })).toMatchObject({ status: 200 })
    expect(await update({ types: ['order.paid', 'bill.paid'] })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual(['order.paid', 'bill.paid'])
    expect(await update({ types: ['order.paid', 'bill.paid', 'bill.closed'] })).toMatchObject({ status: 400 })
  })

  test('saving the form of a webhook keeps the types of a disabled module, unless they are unticked', async () => {
    const owner = await signInAs(shop)
    const address = `/dashboard/endpoints/one?endpoint=${id}&lang=en`
    await update({ types: ['bill.paid'] })
    const { text } = await owner.get(address)
    expect(text).toContain('bill.paid (not sent: its module is switched off)')
    expect(text).not.toContain('bill.closed')
    const ticked = [...text.matchAll(/name="types" value="([a-z_.]+)" checked/g)].map(([, type]) => type!)
    expect(ticked).toEqual(['bill.paid'])
    await owner.post(address, { act: 'change', description: 'Kasir', types: 'bill.paid' })
    expect(await stored()).toEqual(['bill.paid'])
    await owner.post(address, { act: 'change', description: 'Kasir', types: 'payment.paid' })
    expect(await stored()).toEqual(['payment.paid'])
    expect((await owner.get(address)).text).not.toContain('bill.paid')
  })

  test('an event from before a module was disabled still reaches a chat as a sentence, without a link', () => {
    const { outward } = shop.app
    const body = JSON.stringify({ type: 'bill.paid', mode: 'live', data: { collected: 50_000, title: 'Iuran' } })
    const unknown = JSON.stringify({ type: 'gift.sent', mode: 'live', data: {} })
    const audience = { language: 'en', baseUrl: 'https://warung.example', outward } as const
    const { body: message } = writeChatMessage('telegram', audience, [body, unknown])
    expect(message.replaceAll(/[\u00a0\u2060]/g, ' ')).toMatch(/^Bill paid, Rp 50\.000: Iuran\ngift\. ?sent$/)
  })

  test('a webhook moves here with the types of a disabled module, but not with types that no module has', async () => {
    const { seal, now, config, outward } = shop.app
    const [webhook] = await shop.app.transaction({ accountId: shop.demo.accountId, mode: 'test' }, tx =>
      carriedWebhooks.gather({ seal, now }, tx, shop.demo.accountId),
    )
    const write = (types: string[]) =>
      shop.app.transaction({ accountId: shop.second.accountId, mode: 'test' }, tx =>
        carriedWebhooks.write({ seal, now, config, outward }, tx, shop.second.accountId, {
          ...(webhook as object),
          types,
        }),
      )
    expect(await write(['bill.paid', 'order.paid'])).toMatchObject({ problem: null })
    expect(await write(['gift.sent'])).toMatchObject({ problem: expect.stringContaining('gift.sent') })
  })
})

describe('the event types of all modules', () => {
  test('the types of modules follow the types of the core that they name, or all others', () => {
    const types = [...selectModules({ modules: 'all' }).outward.events.keys()].map(type => type.split('.')[0])
    const order = ['payment', 'transfer', 'order', 'bill', 'shift', 'stock', 'customer', 'withdrawal', 'connection']
    expect([...new Set(types)]).toEqual([...order, 'endpoint'])
  })

  const row = joinOutward([]).events.get('order.paid')!
  const subject = joinOutward([]).subjects.order!

  test.each<[string, object, object]>([
    ['the event order.paid is listed twice', { 'order.paid': row }, {}],
    ['the event gift.sent has no kind of object', { 'gift.sent': row }, {}],
    ['the objects order are listed twice', {}, { order: subject }],
  ])('a start is stopped because %s', (reason, events, subjects) => {
    expect(() => joinOutward([{ events, subjects } as OutwardAdditions])).toThrow(`Bug: ${reason}`)
    expect(joinOutward([{ events: { 'gift.sent': row }, subjects: { gift: subject } } as never]).events.size).toBe(
      coreOutwardTypes.length + 1,
    )
  })
})
