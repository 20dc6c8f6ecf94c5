import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import type { OutwardType } from '../../../src/events/outward.ts'
import type { OutboundOptions } from '../../../src/lib/outbound.ts'
import { writeChatMessage } from '../../../src/modules/webhooks/chat-message.ts'
import { connectChat } from '../../../src/modules/webhooks/connect-chat.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { deliverAllEvents, deliverEventsOnce } from '../../kit/endpoints.ts'
import { findRow, outwardTypes } from '../../kit/outward.ts'
import { create } from '../../payments/scenario.ts'

const addresses = {
  discord: 'https://discord.com/api/webhooks/123/very-secret_Token',
  slack: 'https://hooks.slack.com/services/T0/B0/verySecretToken',
  ntfy: 'https://ntfy.sh/my-secret-topic',
}
type Chat = keyof typeof addresses
const chats = Object.keys(addresses) as Chat[]

interface Sent {
  address: string
  body: string
  headers: Record<string, string>
}

let shop: TestShop
let sent: Sent[]
let answer: () => { status: number; headers: Record<string, string>; body: Buffer }

beforeEach(async () => {
  sent = []
  answer = () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })
  // Simulates their services, which cannot be reached from here.
  const outbound = {
    async fetch(address: string, options: OutboundOptions = {}) {
      sent.push({ address, body: options.body!, headers: options.headers! })
      return answer()
    },
  }
  shop = await createTestShop({ parts: { outbound } })
}, 60_000)

afterEach(() => shop.close())

const make = async (format: Chat, types: OutwardType[] = ['payment.created']) =>
  (await shop.api('/create-endpoint', { body: { url: addresses[format], types, language: 'en' } })).body

describe.each(chats)('%s', format => {
  test('a chat is recognised from its hidden address, and gets a sentence with amount and link', async () => {
    const { data, endpoint_id } = await make(format)
    expect(data.format).toBe(format)
    const payment = await create(shop)
    await deliverAllEvents(shop)
    expect(sent.map(({ address }) => address)).toEqual([addresses[format]])
    expect(sent[0]!.body).toContain(payment.final_amount.toLocaleString('id-ID'))
    expect(sent[0]!.body).toContain(`/pay?invoice=${payment.invoice_id}`)
    expect(sent[0]!.headers['webhook-signature']).toBeUndefined()
    const log = await shop.api(`/list-deliveries?endpoint_id=${endpoint_id}`)
    expect(log.body.data[0]).toMatchObject({ state: 'delivered', attempts: [{ request: sent[0]!.body }] })
    const shown = JSON.stringify([(await shop.api('/list-endpoints')).body, log.body])
    expect(shown).not.toMatch(/secret/i)
    const rows = await shop.app.sql.query<{ text: string }>('select e::text as text from endpoint e')
    expect(rows[0]!.text).not.toMatch(/secret[-_T]/i)
  })

  test('a chat gets all waiting events in one message, and no second one before its service allows it', async () => {
    await make(format)
    for (let n = 0; n < 6; n++) await create(shop)
    await deliverEventsOnce(shop)
    await create(shop)
    await deliverEventsOnce(shop)
    expect(sent).toHaveLength(1)
    expect(sent[0]!.body.match(/INV.?-/g)?.length).toBeGreaterThanOrEqual(6)
    shop.advance(6)
    await deliverEventsOnce(shop)
    expect(sent).toHaveLength(2)
  })

  test('a chat that requests a pause gets it as header and body say, without counting as failing', async () => {
    await make(format)
    await create(shop)
    for (const [header, body] of [
      ['2', '{"retry_after": 40.2}'],
      ['41', ''],
    ] as const) {
      answer = () => ({ status: 429, headers: { 'retry-after': header }, body: Buffer.from(body) })
      sent.length = 0
      await deliverEventsOnce(shop)
      shop.advance(40)
      await deliverEventsOnce(shop)
      expect(sent).toHaveLength(1)
      expect((await shop.api('/list-endpoints')).body.data[0]).toMatchObject({ failing_since: null })
      shop.advance(5)
    }
    answer = () => ({ status: 200, headers: {}, body: Buffer.from('ok') })
    await deliverEventsOnce(shop)
    expect(sent).toHaveLength(2)
    expect((await shop.api('/list-endpoints')).body.data[0]).toMatchObject({ enabled: true, failing_since: null })
  })
})

test('a removed chat is disabled with the reason, and the merchant is notified once', async () => {
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (900, null, 'live', 'platform_bot', 'Platform', '{}', '', 'hook')`,
  )
  await shop.app.sql.write(
    "insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 4711, 'A', 'id', now())",
    [shop.demo.accountId],
  )
  await make('discord')
  await create(shop)
  answer = () => ({ status: 404, headers: {}, body: Buffer.from('{"message": "Unknown Webhook"}') })
  await deliverAllEvents(shop)
  await create(shop)
  await deliverAllEvents(shop)
  expect(sent).toHaveLength(1)
  expect((await shop.api('/list-endpoints')).body.data[0]).toMatchObject({ enabled: false, disabled_reason: 'gone' })
  const notices = await shop.app.sql.query<{ kind: string; data: string }>(
    "select kind, data::text from notice where kind like '%endpoint%'",
  )
  expect(notices).toHaveLength(1)
  expect(notices[0]!.data).toContain('https://discord.com/')
  expect(notices[0]!.data).not.toContain('ecret')
  expect(JSON.parse(notices[0]!.data)).toMatchObject({ reason: 'gone' })
  const told = await shop.app.sql.query("select payload from event where type = 'endpoint.disabled'")
  expect(told).toMatchObject([{ payload: { reason: 'gone', failingSince: expect.stringMatching(/Z$/) } }])
})

test('a team chat that several people connect at once is one endpoint', async () => {
  const team = { chatId: -1_001_234, title: 'Tim', language: 'id' } as const
  const made = await Promise.all([1, 2, 3].map(() => connectChat(shop.app, shop.demo, team, commandActor)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
})

test.each(chats)(
  'each event type has a sentence in both languages within the limits of %s, without mentions',
  format => {
    const most = { discord: 2000, slack: 3000, ntfy: 1000 }[format]
    for (const type of outwardTypes) {
      const data = {
        ...findRow(type).example,
        customer_name: `@everyone <!channel> ${'x'.repeat(5000)}`,
        name: '<@1> *bold*',
      }
      const body = JSON.stringify({ type, mode: 'live', data })
      for (const language of ['id', 'en'] as const) {
        const message = writeChatMessage(
          format,
          { language, baseUrl: 'https://warung.example', outward: shop.app.outward },
          Array.from({ length: 20 }, () => body),
        )
        const text = format === 'ntfy' ? message.body : String(Object.values(JSON.parse(message.body))[0])
        expect(text.length).toBeLessThanOrEqual(most)
        expect(text).not.toContain('undefined')
        // A link to the payment's own page, or to the dashboard's page of the subject.
        expect(text).toMatch(/https:\/\/warung\.example\/(?:pay\?invoice=|dashboard\/[a-z]+)/)
        if (format === 'slack') expect(text).not.toMatch(/<[!@]/)
        if (format === 'discord') expect(JSON.parse(message.body).allowed_mentions).toEqual({ parse: [] })
      }
    }
  },
)
