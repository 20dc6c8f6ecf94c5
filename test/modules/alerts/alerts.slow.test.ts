import { randomInt } from 'node:crypto'
import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { Alert } from '../../../src/modules/alerts/alert.ts'
import { deliverAlerts } from '../../../src/modules/alerts/deliver-alerts.ts'
import { planDigests } from '../../../src/modules/alerts/plan-digests.ts'
import { makePushKey, openPushKey, PushKey } from '../../../src/modules/alerts/push-key.ts'
import { PushSubscription } from '../../../src/modules/alerts/push-subscription.ts'
import { foldStatistics } from '../../../src/payments/statistics/fold-statistics.ts'
import { User } from '../../../src/people/user.ts'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import { withDatabaseAway } from '../../kit/outage.ts'
import { newCustomer, openStall, order, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { type Browser, openPushService, type PushService } from './push-service.ts'

let service: PushService
let mailbox: Mailbox
let shop: WebShop
let stall: Stall
let owner: Visitor
let browser: Browser
const username = 'pemilik-kabar'

beforeAll(async () => {
  service = await openPushService()
  mailbox = await openMailbox()
  const settings = { OUTBOUND_ALLOW: service.door, SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  shop = await createWebShop({}, {}, { settings })
  stall = await openStall(shop.app, shop.demo)
  owner = await signInAs(shop, { username })
  await em().nativeUpdate(User, { username }, { email: `${username}@example.id`, emailVerifiedAt: shop.app.now() })
  browser = service.addBrowser()
  await makePushKey(shop.app)
  await subscribe(browser)
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
  await service.close()
})
beforeEach(() => {
  service.received.length = 0
  mailbox.received.length = 0
})
afterEach(async () => {
  service.answer(null)
  await em().nativeDelete(Alert, {})
})

const em = () => shop.app.em('installation')
const deliver = () => waitUntilFinished(deliverAlerts(shop.app, 100))
const alerts = () => em().find(Alert, {}, { orderBy: { id: 'asc' } })
const subscribe = (fields: object) =>
  owner.post('/dashboard/alerts', { act: 'subscribe', ...fields } as Record<string, string>)

async function placeOrder(): Promise<string> {
  const { orderNumber } = await order(stall, await newCustomer(stall), { shave: 1 })
  return orderNumber
}

async function paidPayment(): Promise<{ invoiceId: string; amount: number }> {
  const invoiceId = await shop.invoice({ amount: 20_000 + randomInt(30_000) })
  await shop.work()
  await pay(stall, invoiceId)
  const [{ amount }] = (await shop.app.sql.query<{ amount: number }>(
    'select paid_amount as amount from payment where invoice_id = $1',
    [invoiceId],
  )) as [{ amount: number }]
  return { invoiceId, amount }
}

describe('push messages', () => {
  test('push messages reach a browser that decrypts them, for an order and for a payment, each once', async () => {
    const orderNumber = await placeOrder()
    const { invoiceId, amount } = await paidPayment()
    await deliver()
    await deliver()
    const messages = service.received.map(({ message }) => message)
    expect(messages.toSorted((one, other) => (one.tag > other.tag ? -1 : 1))).toEqual([
      expect.objectContaining({ title: `Uji: Pesanan baru ${orderNumber}`, tag: orderNumber }),
      {
        title: 'Uji: Uang masuk',
        body: formatRupiah(amount),
        tag: invoiceId,
        url: `${shop.app.config.baseUrl}/dashboard/payments/${invoiceId}`,
      },
    ])
    const [first] = service.received
    expect(first!.headers).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(String(first!.headers.topic)).toMatch(/^[\w-]{32}$/)
  })

  test('push messages contain no customer name, phone number or page token', async () => {
    await placeOrder()
    await deliver()
    const { plain } = service.received[0]!
    expect(plain).not.toMatch(/Budi|0812|Jl\. Kopi|token/)
    expect(Object.keys(JSON.parse(plain)).toSorted()).toEqual(['body', 'tag', 'title', 'url'])
  })

  test('push messages are planned in the transaction of their cause', async () => {
    const fail = shop.app.transaction({ accountId: shop.demo.accountId, mode: 'both' }, async tx => {
      await order({ ...stall, app: { ...shop.app, transaction: (_, work) => work(tx) } }, await newCustomer(stall), {
        shave: 1,
      })
      expect(await tx.em.count(Alert, {})).toBe(1)
      throw new Error('rolled back')
    })
    await expect(fail).rejects.toThrow('rolled back')
    expect(await alerts()).toEqual([])
  })

  test("push messages are sent again after a killed process's claim expires, with the same tag and topic", async () => {
    await placeOrder()
    await deliver()
    // A process that dies between the service's answer and the mark leaves this state.
    await em().nativeUpdate(Alert, {}, { state: 'pending', endedAt: null })
    await deliver()
    expect(service.received).toHaveLength(1)
    await shop.app.sql.write("update alert set leased_until = now() - interval '1 second'")
    await deliver()
    expect(service.received).toHaveLength(2)
    const [one, other] = service.received
    expect(other!.message).toEqual(one!.message)
    expect(other!.headers.topic).toBe(one!.headers.topic)
  })

  test('are recorded as sent once PostgreSQL is back, and not sent a second time', async () => {
    await placeOrder()
    const app = withDatabaseAway(shop.app, { scope: 'installation', count: 2 })
    await waitUntilFinished(deliverAlerts(app, 100))
    expect(app.callsRefused()).toBe(2)
    expect((await alerts()).map(({ state }) => state)).toEqual(['sent'])
    expect(service.received).toHaveLength(1)
  })

  test('are due again at once if PostgreSQL was away before they could be sent', async () => {
    await placeOrder()
    await waitUntilFinished(deliverAlerts(withDatabaseAway(shop.app, { scope: 'shared', count: 1 }), 100))
    expect(service.received).toHaveLength(0)
    await deliver()
    expect(service.received).toHaveLength(1)
  })

  test.each([404, 410])('push messages end the subscription of a browser whose service answers %i', async status => {
    const gone = service.addBrowser()
    await subscribe(gone)
    await placeOrder()
    service.answer(status)
    await deliver()
    expect(await em().count(PushSubscription, { endpoint: gone.endpoint })).toBe(0)
    expect((await alerts()).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
    service.answer(null)
    await subscribe(browser)
  })

  test('push messages are retried while the service fails, at most eight times, respecting its pauses', async () => {
    await placeOrder()
    service.answer(503, { 'retry-after': '120' })
    const askedBefore = service.asked
    await deliver()
    const [first] = await alerts()
    expect(first!.nextAt.getTime() - shop.app.now().getTime()).toBeGreaterThan(115_000)
    for (let attempt = 0; attempt < 12; attempt++) {
      shop.advance(2_000)
      await deliver()
    }
    expect(service.asked - askedBefore).toBe(8)
    expect(await alerts()).toMatchObject([{ state: 'failed', attempts: 8 }])
  })

  test('push messages are not sent to internal addresses', async () => {
    const inside = service.addBrowser()
    await subscribe(inside)
    await em().nativeUpdate(PushSubscription, { endpoint: inside.endpoint }, { endpoint: 'https://127.0.0.1/push' })
    await placeOrder()
    await deliver()
    const states = (await alerts()).map(({ state, lastError }) => [state, lastError])
    expect(states).toContainEqual(['failed', expect.stringMatching(/not a public/)])
    await em().nativeDelete(PushSubscription, { endpoint: 'https://127.0.0.1/push' })
  })

  test('push messages use one permanent key pair, whose private half is encrypted', async () => {
    const before = await openPushKey(shop.app)
    await makePushKey(shop.app)
    expect(await openPushKey(shop.app)).toEqual(before)
    const [row] = await em().find(PushKey, {})
    expect(row!.sealedPrivateKey).not.toContain(before.privateKey)
  })
})

describe('the page of alerts', () => {
  test.each([
    ['http://example.com/push', {}],
    ['not an address', {}],
    ['https://user@push.example/1', {}],
    [undefined, { p256dh: 'AAAA' }],
    // It has the right length and form, but is not a point on the curve.
    [undefined, { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url') }],
    [undefined, { auth: 'AAAA' }],
  ])('the page of alerts refuses what no browser sends: %s %j', async (endpoint, fields) => {
    const other = service.addBrowser()
    const { status } = await subscribe({ ...other, ...(endpoint ? { endpoint } : {}), ...fields })
    expect(status).toBe(400)
    expect(await em().count(PushSubscription, { endpoint: endpoint ?? other.endpoint })).toBe(0)
  })

  test('the page of alerts has a switch for each kind and channel, for this member alone', async () => {
    const colleague = await signInAs(shop, { role: 'support' })
    const { text } = await owner.get('/dashboard/alerts')
    expect(text).toContain('Pesanan baru dan pesanan yang dibayar')
    expect(text).toContain(`${username}@example.id`)
    await owner.post(
      '/dashboard/alerts',
      new URLSearchParams([
        ['act', 'save'],
        ['channel', 'push'],
        ['kinds', 'order'],
      ]),
    )
    await paidPayment()
    expect(await alerts()).toEqual([])
    const english = await colleague.get('/dashboard/alerts?lang=en')
    expect(english.text.match(/name="kinds" value="payment" checked/g)).toHaveLength(1)
    await owner.post(
      '/dashboard/alerts',
      new URLSearchParams([
        ['act', 'save'],
        ['channel', 'push'],
        ['kinds', 'order'],
        ['kinds', 'payment'],
        ['kinds', 'digest'],
      ]),
    )
    await paidPayment()
    expect((await alerts()).map(({ kind, channel }) => `${kind} ${channel}`)).toContain('payment push')
  })

  test('the page of alerts removes a browser of the member, but none of a colleague', async () => {
    const other = service.addBrowser()
    await subscribe(other)
    const [row] = await em().find(PushSubscription, { endpoint: other.endpoint })
    const colleague = await signInAs(shop)
    await colleague.post('/dashboard/alerts', { act: 'unsubscribe', device: String(row!.id) })
    expect(await em().count(PushSubscription, { id: row!.id })).toBe(1)
    await owner.post('/dashboard/alerts', { act: 'unsubscribe', device: String(row!.id) })
    expect(await em().count(PushSubscription, { id: row!.id })).toBe(0)
  })

  test('the service worker of alerts is served at its own address', async () => {
    const { status, headers, text } = await shop.page('/alerts-worker.js')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/javascript')
    expect(text).toContain('showNotification')
  })
})

describe('e-mail', () => {
  const wish = (...kinds: string[]) =>
    owner.post(
      '/dashboard/alerts',
      new URLSearchParams([
        ['act', 'save'],
        ['channel', 'email'],
        ...kinds.map((kind): [string, string] => ['kinds', kind]),
      ]),
    )

  test('an e-mail is sent to the confirmed address of a member who enabled it, for an order and a payment', async () => {
    await wish('order', 'payment')
    const orderNumber = await placeOrder()
    const { amount } = await paidPayment()
    await deliver()
    const texts = mailbox.received.map(({ text }) => text)
    expect(mailbox.received.map(({ to }) => to)).toEqual([[`${username}@example.id`], [`${username}@example.id`]])
    expect(texts.find(text => text.includes(`Pesanan baru ${orderNumber}`))).toBeDefined()
    expect(texts.find(text => text.includes(formatRupiah(amount)))).toContain('/dashboard/alerts')
    expect(texts[0]).toMatch(/Message-ID: <alert-\d+@/)
  })

  test('an e-mail waits while the server refuses it temporarily', async () => {
    await wish('order')
    await placeOrder()
    mailbox.refuse('try later')
    await deliver()
    mailbox.refuse(null)
    const mails = (await alerts()).filter(({ channel }) => channel === 'email')
    expect(mails).toMatchObject([{ lastError: expect.stringContaining('try later') }])
  })

  test('an e-mail sums up yesterday in the morning, once', async () => {
    await wish('digest')
    await paidPayment()
    await foldStatistics(shop.app)
    await em().nativeDelete(Alert, {})
    const { calendar, now } = shop.app
    const today = calendar.formatDay(now())
    const isMorning = () => calendar.formatDay(now()) > today && Number(calendar.format(now()).slice(11, 13)) >= 8
    while (!isMorning()) shop.advance(1_800)
    await planDigests(shop.app)
    await planDigests(shop.app)
    const planned = (await alerts()).map(({ kind, channel }) => `${kind} ${channel}`)
    expect(new Set(planned)).toEqual(new Set(['digest email', 'digest push']))
    expect(planned.filter(one => one === 'digest email')).toHaveLength(1)
    await deliver()
    const { text } = mailbox.received[0]!
    expect(text).toMatch(/Uji: Penjualan \w+, \d+ \w+/)
    expect(text).toMatch(/Rp.[\d.]+ dari \d+ penjualan/)
  })
})

describe('the stream of open pages', () => {
  async function listen(visitor: Visitor, until: (news: { ring: { title: string } | null }) => boolean) {
    const cookie = [...visitor.cookies].map(pair => pair.join('=')).join('; ')
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(`${shop.pagesUrl}/dashboard/events`, { headers: { cookie } }, resolve).on('error', reject)
    })
    expect(answer.headers['content-type']).toContain('text/event-stream')
    const heard: { ring: { title: string } | null }[] = []
    let rest = ''
    for await (const part of answer.setEncoding('utf8')) {
      const messages = (rest + part).split('\n\n')
      rest = messages.pop()!
      for (const message of messages) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message)!
        if (event === 'news') heard.push(...JSON.parse(data!).news)
        if (heard.some(until)) {
          answer.destroy()
          return heard
        }
      }
    }
    throw new Error('the stream ended')
  }

  test("the stream notifies members of an order, and no other account's", async () => {
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    const foreign: unknown[] = []
    void listen(stranger, one => foreign.push(one) > 0).catch(() => {})
    const member = await signInAs(shop)
    let orderNumber = 'not placed yet'
    const hearing = listen(member, ({ ring }) => ring?.title.includes(orderNumber) === true)
    orderNumber = await placeOrder()
    const heard = await hearing
    expect(heard.map(({ ring }) => ring?.title)).toContain(`Uji: Pesanan baru ${orderNumber}`)
    expect(foreign).toEqual([])
  })

  test('the stream delivers news even if more of one moment exist than are read at once', async () => {
    const member = await signInAs(shop)
    await shop.app.sql.write(
      `insert into event (id, account_id, mode, type, subject, payload, created_at, recorded_at)
       select gen_random_uuid(), $1, 'test', 'order.shipped', 'many ' || n, '{}', now(),
         now() - interval '2 seconds' + n * interval '1 millisecond' from generate_series(1, 600) n`,
      [shop.demo.accountId],
    )
    const orderNumber = await placeOrder()
    const heard = await listen(member, ({ ring }) => ring?.title.includes(orderNumber) === true)
    expect(heard.length).toBeGreaterThan(600)
  })

  test('the stream is open to members only', async () => {
    expect((await shop.page('/dashboard/events')).status).toBe(401)
  })

  test('every page of the dashboard opens the stream once', async () => {
    const { text } = await (await signInAs(shop)).get('/dashboard/orders')
    expect(text.match(/data-events=/g)).toHaveLength(1)
    expect(text).toMatch(/assets\/alerts\.js/)
    expect(text).toMatch(/data-fresh="list"/)
  })
})
