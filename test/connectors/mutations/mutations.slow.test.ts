import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceCredentials } from '../../../src/connecting/replace-credentials.ts'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { followPushes } from '../../../src/money/follow-pushes.ts'
import { retryUnsettled } from '../../../src/money/retry-unsettled.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { type CreatedPayment, create, statusOf, type TransferRow } from '../../payments/scenario.ts'
import { connectPhone as connect, forward, money, nativeHeaders, now, type Phone, secret, sign } from './phone.ts'

const apps = ['com.gojek.gopay', 'com.gojek.app', 'id.dana']
const anyPhone = { method: 'wallet_direct', secret, apps }
const nativePhone = { ...anyPhone, dialect: 'native', heartbeat_s: 60, amount_max: 50_000 }

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const connectPhone = (credentials: object = nativePhone) => connect(shop, credentials)

const push = (
  { connectionId }: Pick<Phone, 'connectionId'>,
  body: object | string,
  headers: (body: string) => Record<string, string>,
) => forward(shop, connectionId, body, headers)
const order = ({ key }: Phone, amount = 15_000): Promise<CreatedPayment> =>
  create(shop, { payment_method: 'wallet_direct', amount }, key)
const of = ({ connectionId }: Phone, amount: number) =>
  shop.app.sql.query<TransferRow>(
    `select t.reference, t.amount, t.state, t.reason, t.invoice_id
     from transfer t join connection c on c.receiving_account_id = t.receiving_account_id
     where c.id = $1 and t.amount = $2 order by t.id`,
    [connectionId, amount],
  )

describe('a signed notification', () => {
  test('a signed notification pays the payment of its amount once, even if it is sent repeatedly', async () => {
    const phone = await connectPhone()
    const payment = await order(phone)
    const body = money(payment.final_amount)
    for (let turn = 0; turn < 3; turn++) {
      expect(await push(phone, body, nativeHeaders())).toMatchObject({ status: 200 })
    }
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    expect(await of(phone, payment.final_amount)).toHaveLength(1)
  })

  test.each([
    ['forged', nativeHeaders(now(), 'another-secret-of-somebody')],
    ['of ten minutes ago', nativeHeaders(String(Number(now()) - 600))],
    ['of tomorrow', nativeHeaders(String(Number(now()) + 86_400))],
    ['re-timed', (body: string) => ({ ...nativeHeaders()(body), 'x-mutation-timestamp': String(Number(now()) - 1) })],
    ['without a signature', () => ({ 'x-mutation-timestamp': now() })],
    [
      'in another dialect',
      (body: string) => ({ 'x-payhook-timestamp': now(), 'x-payhook-signature': sign(now(), body) }),
    ],
  ])('a notification %s is refused, and pays nothing', async (_name, headers) => {
    const phone = await connectPhone()
    const payment = await order(phone)
    expect(await push(phone, money(payment.final_amount), headers)).toMatchObject({ status: 401 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await of(phone, payment.final_amount)).toEqual([])
  })

  test('a notification signed for one connection is refused by another', async () => {
    const phone = await connectPhone()
    const other = await connectPhone({ ...nativePhone, secret: 'quite-another-secret' })
    expect(await push(other, money(15_000), nativeHeaders())).toMatchObject({ status: 401 })
    expect(await push(phone, money(15_000), nativeHeaders())).toMatchObject({ status: 200 })
  })

  test.each([
    ['that only looks like money', { text: 'Diskon Rp15.500 menunggumu' }],
    ['of an app that is not enabled', { package_name: 'com.whatsapp' }],
    ['whose amount differs from its text', { amount: 99_999 }],
  ])('a signed notification %s is accepted and pays nothing', async (_name, more) => {
    const phone = await connectPhone()
    const payment = await order(phone)
    expect(await push(phone, money(payment.final_amount, more), nativeHeaders())).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })

  test('a notification whose time is seven hours off, either way, waits for a person', async () => {
    const phone = await connectPhone()
    for (const hours of [-7, 7]) {
      const payment = await order(phone)
      const occurred_at = new Date(Date.now() + hours * 3_600_000).toISOString()
      await push(phone, money(payment.final_amount, { occurred_at }), nativeHeaders())
      expect(await statusOf(shop, payment, phone.key)).toBe('pending')
      expect(await of(phone, payment.final_amount)).toMatchObject([{ state: 'review' }])
    }
  })

  test('a notification above the limit of its source waits for a person', async () => {
    const phone = await connectPhone()
    const payment = await order(phone, 60_000)
    await push(phone, money(payment.final_amount), nativeHeaders())
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await of(phone, payment.final_amount)).toMatchObject([
      { state: 'review', reason: 'unproved', invoice_id: payment.invoice_id },
    ])
  })

  test.each([
    [
      'a chat message',
      { package_name: 'com.gojek.app', title: 'Budi (driver)', text: 'Kak, sudah saya transfer Rp{} ya' },
    ],
    ['a chat message under a title of the app', { package_name: 'com.gojek.app', text: 'Sudah saya transfer Rp{}' }],
    ['an advertisement', { text: 'Diskon Rp{} menunggumu' }],
    ["a known sentence under another person's name as title", { title: 'Budi' }],
    ['nothing, in an app with chat', { package_name: 'com.gojek.app', title: null, text: null }],
  ])('a notification whose amount the forwarder read from %s waits for a person', async (_name, more) => {
    const phone = await connectPhone()
    const payment = await order(phone, 23_000)
    const said = money(payment.final_amount, { ...more, amount: payment.final_amount })
    const text = said.text?.replace('{}', payment.final_amount.toLocaleString('id'))
    expect(await push(phone, { ...said, text }, nativeHeaders())).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await of(phone, payment.final_amount)).toMatchObject([
      { state: 'review', reason: 'unproved', invoice_id: payment.invoice_id },
    ])
  })

  test("a notification without text pays by the amount that the merchant's own program signed", async () => {
    const phone = await connectPhone()
    const payment = await order(phone, 24_000)
    const said = money(payment.final_amount, { title: null, text: null, amount: payment.final_amount })
    expect(await push(phone, said, nativeHeaders())).toMatchObject({ status: 200 })
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('notifications in any order pay by the time of the money', async () => {
    const phone = await connectPhone()
    const [one, other] = [await order(phone, 16_000), await order(phone, 17_000)]
    await push(phone, money(other.final_amount, { occurred_at: new Date().toISOString() }), nativeHeaders())
    await push(
      phone,
      money(one.final_amount, { occurred_at: new Date(Date.now() - 1000).toISOString() }),
      nativeHeaders(),
    )
    expect([await statusOf(shop, one, phone.key), await statusOf(shop, other, phone.key)]).toEqual(['paid', 'paid'])
  })
})

test('over HTTP the signature covers the raw body', async () => {
  const phone = await connectPhone()
  const payment = await order(phone, 18_000)
  const body = JSON.stringify(money(payment.final_amount), null, 2)
  const post = (text: string) =>
    fetch(`${shop.url}/hooks/mutations/${phone.connectionId}`, {
      method: 'POST',
      body: text,
      headers: nativeHeaders()(body),
    })
  expect((await post(`${body} `)).status).toBe(401)
  expect((await post(body)).status).toBe(200)
  expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  expect((await fetch(`${shop.url}/hooks/mutations/999999`, { method: 'POST', body })).status).toBe(401)
})

test('an unsigned forwarder is read and never trusted', async () => {
  const forwarder = await connectPhone({ ...anyPhone, method: 'wallet_qris', dialect: 'forwarder' })
  await shop.app.sql.write('update connection set static_qris = $2 where id = $1', [forwarder.connectionId, 'x'])
  const standing = await findStandingByAccount(shop.app, forwarder.accountId, 'test')
  expect(standing!.connections.find(({ id }) => id === forwarder.connectionId)).toMatchObject({ method: 'wallet_qris' })
  const payment = await create(shop, { payment_method: 'wallet_qris' }, forwarder.key)
  const body = {
    deviceId: 'd',
    packageName: 'com.gojek.gopay',
    appName: 'Gojek',
    title: 'GoPay',
    text: `Kamu menerima Rp${payment.final_amount.toLocaleString('id')} dari SITI`,
    postedAt: Date.now(),
    notificationKey: '0|com.gojek.gopay|1',
  }
  expect(await push(forwarder, body, () => ({ authorization: 'Bearer wrong' }))).toMatchObject({ status: 401 })
  for (let turn = 0; turn < 2; turn++) {
    expect(await push(forwarder, body, () => ({ authorization: `Bearer ${secret}` }))).toMatchObject({ status: 200 })
  }
  expect(await of(forwarder, payment.final_amount)).toMatchObject([
    { state: 'review', reason: 'unproved', invoice_id: payment.invoice_id },
  ])
})

test('unproven money that could not be settled immediately is not trusted on the next attempt either', async () => {
  const phone = await connectPhone()
  const payment = await order(phone, 55_000)
  const reaction = shop.app.reactions['transfer.in_review']
  shop.app.reactions['transfer.in_review'] = [
    () => {
      throw new Error('a reaction fails')
    },
  ]
  await push(phone, money(payment.final_amount), nativeHeaders())
  shop.app.reactions['transfer.in_review'] = reaction
  expect(await of(phone, payment.final_amount)).toMatchObject([{ state: 'unsettled' }])
  await shop.hurry()
  await retryUnsettled(shop.app)
  expect(await of(phone, payment.final_amount)).toMatchObject([{ state: 'review', reason: 'unproved' }])
})

describe('heartbeats', () => {
  const beat = (phone: Phone, more: object = {}) =>
    push(
      phone,
      { type: 'heartbeat', device_id: 'd', listener_connected: true, sent_at: new Date().toISOString(), ...more },
      nativeHeaders(),
    )
  const failing = async ({ connectionId }: Phone) => {
    const [row] = await shop.app.sql.query<{ failing: boolean }>(
      'select failing_since is not null as failing from connection where id = $1',
      [connectionId],
    )
    return row!.failing
  }

  test('heartbeats let payments expire, and without them payments wait and the connection fails', async () => {
    const phone = await connectPhone()
    const payment = await order(phone, 20_000)
    shop.advance(1800 + 120 + 300 + 60)
    await followPushes(shop.app)
    await expirePayments(shop.app)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect(await failing(phone)).toBe(true)

    await beat(phone, { listener_connected: false })
    await expirePayments(shop.app)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')

    expect(await beat(phone)).toMatchObject({ status: 200 })
    expect(await failing(phone)).toBe(false)
    await expirePayments(shop.app)
    expect(await statusOf(shop, payment, phone.key)).toBe('expired')
  })

  test('missing heartbeats for ten minutes make the method unavailable with the reason', async () => {
    const phone = await connectPhone()
    shop.advance(900)
    await followPushes(shop.app)
    shop.advance(601)
    shop.forgetKeys()
    const answer = await shop.api('/create-payment', {
      key: phone.key,
      body: { amount: 15_000, payment_method: 'wallet_direct' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
    expect(answer.body.error).toContain('has not worked for a while')
  })

  describe('newly agreed heartbeats', () => {
    const agree = ({ account, accountId, connectionId }: Phone, heartbeat_s?: number) =>
      replaceCredentials(shop.app, accountId, {
        connectionId,
        credentials: { ...nativePhone, account, heartbeat_s },
      })
    const silence = async (phone: Phone, seconds: number) => {
      shop.advance(seconds)
      await followPushes(shop.app)
      return failing(phone)
    }

    test('heartbeats with longer intervals are missed later', async () => {
      const phone = await connectPhone()
      await beat(phone)
      await agree(phone, 600)
      expect(await silence(phone, 3 * 60 + 1)).toBe(false)
      expect(await silence(phone, 3 * 600)).toBe(true)
    })

    test('without agreed heartbeats none is missed, and the connection works by the clock again', async () => {
      const phone = await connectPhone()
      expect(await silence(phone, 10 * 60)).toBe(true)
      await agree(phone)
      expect(await silence(phone, 1)).toBe(false)
      expect(await silence(phone, 86_400)).toBe(false)
    })

    test('newly agreed heartbeats are missed from then on', async () => {
      const phone = await connectPhone({ ...nativePhone, heartbeat_s: undefined })
      expect(await silence(phone, 86_400)).toBe(false)
      await agree(phone, 60)
      expect(await silence(phone, 60)).toBe(false)
      expect(await silence(phone, 3 * 60)).toBe(true)
      await beat(phone)
      expect(await failing(phone)).toBe(false)
    })
  })
})
