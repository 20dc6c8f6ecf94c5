import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resealValues } from '../../../src/keys/reseal-values.ts'
import { rotateSecret } from '../../../src/keys/rotate-secret.ts'
import { revokeCompatKey } from '../../../src/modules/compat/revoke-compat-key.ts'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

let shop: CompatShop
beforeAll(async () => {
  shop = await createCompatShop()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.receiver.received.length = 0
  shop.receiver.status = 200
})

const core = '/compat/midtrans/v2'
let orders = 0
const newOrder = (gross_amount: number) => ({ order_id: `M-${++orders}-${process.hrtime.bigint()}`, gross_amount })

function charge(details: object, { key = shop.key, notify, ...more }: Record<string, unknown> = {}) {
  const headers = notify === undefined ? {} : { 'x-override-notification': String(notify) }
  const body = { payment_type: 'qris', transaction_details: details, ...more }
  return shop.ask('POST', `${core}/charge`, { key: String(key), headers, body })
}

// docs.midtrans.com/docs/https-notification-webhooks: SHA512(order_id + status_code + gross_amount + server key).
function signatureOf({ order_id, status_code, gross_amount }: Record<string, unknown>, key: string) {
  return createHash('sha512').update(`${order_id}${status_code}${gross_amount}${key}`).digest('hex')
}

test('a Midtrans charge requests exactly gross_amount from the customer, with its own code', async () => {
  const made = (await charge(newOrder(17_431))).body
  expect(made).toMatchObject({ status_code: '201', gross_amount: '17431.00', transaction_status: 'pending' })
  expect(made.qr_string).toContain('540517431')
  expect(made.signature_key).toBe(signatureOf(made, shop.key))
  const [payment] = await shop.app.sql.query('select unique_code, final_amount from payment where invoice_id = $1', [
    await shop.invoiceOf(made.transaction_id),
  ])
  expect(payment).toEqual({ unique_code: 0, final_amount: 17_431 })
  const picture = await fetch(made.actions[0].url)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await picture.bytes()).length).toBeGreaterThan(500)
})

test('a paid charge is settled, and its notification is signed with the key', async () => {
  const order = newOrder(18_213)
  const address = `${shop.receiver.url}/midtrans`
  const made = (await charge(order, { notify: `${address}, ${address}, ${address}` })).body
  await shop.pay(made.transaction_id)
  await shop.notify()
  expect(shop.receiver.received).toHaveLength(1)
  const { body, path } = shop.receiver.received[0]!
  expect(path).toBe('/midtrans')
  expect(body).toMatchObject({
    status_code: '200',
    transaction_status: 'settlement',
    status_message: 'midtrans payment notification',
    order_id: order.order_id,
  })
  expect(body.signature_key).toBe(signatureOf(body, shop.key))
  for (const id of [order.order_id, made.transaction_id]) {
    const { body: found } = await shop.ask('GET', `${core}/${id}/status`)
    expect(found).toMatchObject({ status_code: '200', transaction_status: 'settlement' })
  }
})

test('a notification is repeated with the same body while the receiver is down', async () => {
  shop.receiver.status = 503
  const made = (await charge(newOrder(18_507), { notify: shop.receiver.url })).body
  await shop.pay(made.transaction_id)
  await shop.notify()
  shop.receiver.status = 200
  await shop.notify()
  expect(shop.receiver.received).toHaveLength(1)
  shop.advance(61)
  await shop.notify()
  shop.advance(86_400)
  await shop.notify()
  expect(shop.receiver.received).toHaveLength(2)
  expect(shop.receiver.received[1]!.body).toEqual(shop.receiver.received[0]!.body)
})

test('notifications go to the address of the key, signed with its successor once it is revoked', async () => {
  const key = await shop.newKey(undefined, `${shop.receiver.url}/own`)
  const made = (await charge(newOrder(18_911), { key })).body
  const [{ id }] = (await shop.app.sql.query('select key_id as id from compat_charge where id = $1', [
    made.transaction_id,
  ])) as [{ id: string }]
  await revokeCompatKey(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, id, { actor: 'test' })
  expect((await shop.ask('GET', `${core}/${made.order_id}/status`, { key })).status).toBe(401)
  await shop.pay(made.transaction_id)
  await shop.notify()
  const { body, path } = shop.receiver.received[0]!
  expect(path).toBe('/own')
  expect(body.signature_key).toBe(signatureOf(body, shop.key))
})

test('expire and cancel end a pending charge, once', async () => {
  const [one, two] = [newOrder(19_001), newOrder(19_003)]
  await charge(one)
  await charge(two)
  const expired = await shop.ask('POST', `${core}/${one.order_id}/expire`, { raw: 'null' })
  expect(expired.body).toMatchObject({ status_code: '407', transaction_status: 'expire' })
  const cancelled = await shop.ask('POST', `${core}/${two.order_id}/cancel`, { raw: '' })
  expect(cancelled.body).toMatchObject({ status_code: '200', transaction_status: 'cancel' })
  for (const order of [one, two]) {
    const { status, body } = await shop.ask('POST', `${core}/${order.order_id}/cancel`, { raw: 'null' })
    expect({ status, code: body.status_code }).toEqual({ status: 200, code: '412' })
  }
})

test('an unpaid charge expires', async () => {
  const made = (await charge(newOrder(19_207), { custom_expiry: { expiry_duration: 2, unit: 'minute' } })).body
  shop.advance(86_400)
  await shop.hurry()
  await expect
    .poll(async () => {
      await shop.work()
      return (await shop.ask('GET', `${core}/${made.transaction_id}/status`)).body.transaction_status
    })
    .toBe('expire')
})

test('partial and full refunds never return more than was paid, and each refund_key counts once', async () => {
  const order = newOrder(20_111)
  const made = (await charge(order)).body
  const refund = (body: object) => shop.ask('POST', `${core}/${order.order_id}/refund`, { body })
  expect((await refund({ amount: 111 })).body.status_code).toBe('412')
  await shop.pay(made.transaction_id)
  for (let time = 0; time < 2; time++) {
    const { body } = await refund({ refund_key: 'r-1', amount: 111, reason: 'Cup broken' })
    expect(body).toMatchObject({ status_code: '200', transaction_status: 'partial_refund', refund_amount: '111.00' })
  }
  expect((await refund({ refund_key: 'r-1', amount: 112 })).body.status_code).toBe('406')
  expect((await refund({ refund_key: 'r-2', amount: 20_001 })).body.status_code).toBe('400')
  const direct = await shop.ask('POST', `${core}/${order.order_id}/refund/online/direct`, { raw: 'null' })
  expect(direct.body).toMatchObject({ transaction_status: 'refund', refund_amount: '20000.00' })
})

test('ten simultaneous charges of one order make one payment', async () => {
  const order = newOrder(20_501)
  const answers = await Promise.all(Array.from({ length: 10 }, () => charge(order)))
  const codes = answers.map(({ body }) => body.status_code).sort()
  expect(codes).toEqual(['201', ...Array(9).fill('406')])
  const [{ count }] = (await shop.app.sql.query('select count(*)::integer from payment where reference = $1', [
    order.order_id,
  ])) as [{ count: number }]
  expect(count).toBe(1)
})

test("a charge that the account or the key is not allowed to make is refused in Midtrans's form", async () => {
  const ask = async (body: object, path = '/charge', key = shop.key) =>
    (await shop.ask('POST', core + path, { body, key })).body
  const details = newOrder(20_707)
  expect(await ask({ payment_type: 'gopay', transaction_details: details })).toMatchObject({ status_code: '402' })
  expect(await ask({ payment_type: 'qris' })).toMatchObject({
    status_code: '400',
    validation_messages: ['transaction_details is required'],
  })
  const items = [{ id: 1, price: 20_000, quantity: 1, name: 'Kopi' }]
  expect(await ask({ payment_type: 'qris', transaction_details: details, item_details: items })).toMatchObject({
    validation_messages: ['transaction_details.gross_amount is not equal to the sum of item_details'],
  })
  expect(await ask({ payment_type: 'qris', transaction_details: { ...details, order_id: 'a b' } })).toMatchObject({
    status_code: '400',
  })
  const reading = await shop.newKey(['read'])
  expect(await ask({ payment_type: 'qris', transaction_details: details }, '/charge', reading)).toMatchObject({
    status_code: '403',
  })
  expect(await ask({}, '/nope/approve')).toMatchObject({ status_code: '412' })
  expect(await ask({}, '/token')).toMatchObject({ status_code: '404' })
  expect((await charge(details, { notify: 'http://10.0.0.1/' })).body).toMatchObject({ status_code: '400' })
})

test('the Midtrans endpoints refuse ordinary keys, and the ordinary API refuses theirs', async () => {
  expect(shop.key).toMatch(/^xnd_wrg_test_/)
  const here = await shop.ask('GET', `${core}/nope/status`, { key: shop.keys.demo })
  expect(here).toMatchObject({ status: 401, body: { status_code: '401' } })
  for (const key of [shop.key, shop.key.replace('xnd_', '')])
    expect((await shop.api('/get-balance', { key })).status).toBe(401)
  const rows = await shop.app.sql.query('select * from compat_key')
  expect(JSON.stringify(rows)).not.toContain(shop.key)
})

test('Snap returns a token and its page, which says that it is not affiliated, and settles like a charge', async () => {
  const order = newOrder(21_313)
  const body = { transaction_details: order, credit_card: { secure: false }, enabled_payments: ['other_qris'] }
  const { status, body: made } = await shop.ask('POST', '/compat/midtrans/snap/v1/transactions', { body })
  expect(status).toBe(201)
  const page = await fetch(made.redirect_url)
  expect(page.status).toBe(200)
  const text = (await page.text()).replaceAll('\u00a0', ' ')
  expect(text).toContain('Rp 21.313')
  expect(text).toMatch(/[Tt]idak berafiliasi dengan atau didukung oleh Midtrans|[Nn]ot affiliated with or endorsed by/)
  const again = await shop.ask('POST', '/compat/midtrans/snap/v1/transactions', { body })
  expect(again.body).toEqual(made)
  await shop.pay(made.token)
  const used = await shop.ask('POST', '/compat/midtrans/snap/v1/transactions', { body })
  expect(used).toEqual({ status: 400, body: { error_messages: ['transaction_details.order_id sudah digunakan'] } })
  const { body: found } = await shop.ask('GET', `${core}/${order.order_id}/status`)
  expect(found.transaction_status).toBe('settlement')
})

test('an account without a method matched by reference gets the error that the channel is not activated', async () => {
  await shop.app.sql.write("update connection set is_active = false where connector = 'interactive'")
  try {
    const { body } = await charge(newOrder(21_607))
    expect(body).toMatchObject({ status_code: '402', status_message: 'Payment channel is not activated.' })
    const request = { external_id: 'none', amount: 21_607 }
    const { body: refused } = await shop.ask('POST', '/compat/xendit/v2/invoices', { body: request })
    expect(refused.error_code).toBe('CHANNEL_NOT_ACTIVATED')
  } finally {
    await shop.app.sql.write("update connection set is_active = true where connector = 'interactive'")
  }
})

test('keys still work and sign after the secret of the installation is rotated', async () => {
  await rotateSecret(shop.app)
  await shop.app.sql.write("update seal_key set active_from = active_from - interval '1 minute'")
  await shop.app.keyRing.refresh()
  while ((await resealValues(shop.app, 100)) !== 'nothing');
  const rows = await shop.app.sql.query("select distinct split_part(sealed, '.', 1) as id from compat_key")
  expect(rows).toEqual([{ id: shop.app.seal.keyId() }])
  const made = (await charge(newOrder(21_911), { notify: shop.receiver.url })).body
  await shop.pay(made.transaction_id)
  await shop.notify()
  const { body } = shop.receiver.received[0]!
  expect(body.signature_key).toBe(signatureOf(body, shop.key))
})

test('a charge whose provider fails to create a code is refused, sends no notification and leaves its order free', async () => {
  const order = newOrder(22_013)
  const fault = (mode: string) => shop.sandbox('/faults', { connector: 'interactive', operation: 'charge', mode })
  await fault('error')
  expect(await charge(order, { notify: shop.receiver.url })).toMatchObject({
    status: 503,
    body: { status_code: '503' },
  })
  await fault('off')
  await shop.notify()
  expect(shop.receiver.received).toEqual([])
  expect((await charge(order)).body.status_code).toBe('201')
})
