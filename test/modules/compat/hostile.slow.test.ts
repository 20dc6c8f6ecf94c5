import { afterAll, beforeAll, expect, test } from 'vitest'
import { CompatCharge } from '../../../src/modules/compat/compat-charge.ts'
import { createCompatKey } from '../../../src/modules/compat/create-compat-key.ts'
import { revokeCompatKey } from '../../../src/modules/compat/revoke-compat-key.ts'
import { sendNotifications } from '../../../src/modules/compat/send-notifications.ts'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

let shop: CompatShop
beforeAll(async () => {
  shop = await createCompatShop()
})
afterAll(() => shop.close())

const core = '/compat/midtrans/v2'
const snap = '/compat/midtrans/snap'
const base = '/compat/xendit'
const qris = { type: 'QR_CODE', reusability: 'ONE_TIME_USE', qr_code: { channel_code: 'QRIS' } }

test.each([
  ['GET', `${core}/%00/status`],
  ['POST', `${core}/a%00b/cancel`],
  ['POST', `${core}/%00/refund`],
  ['GET', `${core}/qris/%00/qr-code`],
  ['GET', `${base}/v2/invoices/%00`],
  ['POST', `${base}/invoices/%00/expire!`],
  ['GET', `${base}/payment_requests/a%00b`],
  ['GET', `${base}/v2/payment_methods/%00`],
  ['GET', `${base}/v2/invoices?external_id=%00`],
  ['GET', `${base}/payment_requests?reference_id=%00&reference_id=b`],
])('the NUL in %s %s does not reach the database', async (method, path) => {
  const { status } = await shop.ask(method, path)
  expect([400, 404]).toContain(status)
})

test('a Snap token that contains impossible text leads to a page that says not found', async () => {
  const { status } = await fetch(`${shop.compatUrl}${snap}/v4/redirection/%00`)
  expect(status).toBe(404)
})

test('an address too long for a notification is refused before the payment exists', async () => {
  const transaction_details = { order_id: 'long-address', gross_amount: 30_117 }
  const body = { payment_type: 'qris', transaction_details }
  for (const name of ['X-Override-Notification', 'X-Append-Notification']) {
    const headers = { [name]: `${shop.receiver.url}/${'a'.repeat(2048)}` }
    const refused = await shop.ask('POST', `${core}/charge`, { body, headers })
    expect(refused.body).toMatchObject({ status_code: '400' })
  }
  expect(await shop.app.em('installation').count(CompatCharge, { reference: 'long-address' })).toBe(0)
})

test('a payment redirects only to addresses that the ordinary API would allow', async () => {
  const transaction_details = { order_id: 'finish', gross_amount: 30_211 }
  for (const finish of ['javascript:alert(1)', 'intent://a#Intent;end', `https://a.example/${'é'.repeat(1900)}`]) {
    const refused = await shop.ask('POST', `${snap}/v1/transactions`, {
      body: { transaction_details, callbacks: { finish } },
    })
    expect(refused).toMatchObject({ status: 400, body: { error_messages: [expect.stringContaining('finish')] } })
    const body = { external_id: 'finish', amount: 30_213, success_redirect_url: finish }
    if (finish.startsWith('https')) continue
    expect(await shop.ask('POST', `${base}/v2/invoices`, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'success_redirect_url' }] },
    })
  }
})

test('a repeated request without its own id is the same payment request', async () => {
  const request = { headers: { 'idempotency-key': 'nameless' }, body: { amount: 30_307, payment_method: qris } }
  const one = await shop.ask('POST', `${base}/payment_requests`, request)
  const two = await shop.ask('POST', `${base}/payment_requests`, request)
  expect(two).toMatchObject({ status: 201, body: { id: one.body.id } })
})

test('keys that differ after a comma are two keys', async () => {
  const body = { external_id: 'commas', amount: 30_401 }
  const made = (await shop.ask('POST', `${base}/v2/invoices`, { body })).body
  await shop.pay(made.id)
  const refund = (key: string) =>
    shop.ask('POST', `${base}/refunds`, {
      headers: { 'idempotency-key': key },
      body: { invoice_id: made.id, amount: 100 },
    })
  const [one, same, two] = [await refund('back,1'), await refund('back,1'), await refund('back,2')]
  expect(same.body.id).toBe(one.body.id)
  expect(two.body.id).not.toBe(one.body.id)
})

test("the address of a revoked key never gets another key's token", async () => {
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const make = async (path: string, amount: number) => {
    const key = await shop.newKey(undefined, `${shop.receiver.url}${path}`)
    const body = { external_id: path, amount }
    const made = (await shop.ask('POST', `${base}/v2/invoices`, { key, body })).body
    const charge = await shop.app.em(scope).findOneOrFail(CompatCharge, { id: made.id })
    await revokeCompatKey(shop.app, scope, charge.key.id, { actor: 'test' })
    return made.id as string
  }
  const [plugin, own] = [await make('/plugin', 30_503), await make('/own', 30_509)]
  await shop.newKey(undefined, `${shop.receiver.url}/own`)
  await shop.newKey(undefined, `${shop.receiver.url}/another`)
  shop.receiver.received.length = 0
  await shop.pay(plugin)
  await shop.pay(own)
  await shop.notify()
  expect(shop.receiver.received.map(({ path }) => path)).toEqual(['/own'])
})

test('the notifications of one account do not delay those of another', async () => {
  const second = { accountId: shop.second.accountId, mode: 'test' } as const
  const key = await createCompatKey(shop.app, { ...second, label: 'SDK', notifyUrl: `${shop.receiver.url}/second` })
  const urls = [1, 2, 3, 4].map(each => `${shop.receiver.url}/first/${each}`).join(', ')
  for (const gross_amount of [30_601, 30_603]) {
    const transaction_details = { order_id: `slow-${gross_amount}`, gross_amount }
    const body = { payment_type: 'qris', transaction_details }
    await shop.ask('POST', `${core}/charge`, { body, headers: { 'X-Override-Notification': urls } })
    await shop.ask('POST', `${core}/${transaction_details.order_id}/cancel`)
  }
  const body = { external_id: 'waiting', amount: 30_607 }
  const made = (await shop.ask('POST', `${base}/v2/invoices`, { key, body })).body
  await shop.ask('POST', `${base}/invoices/${made.id}/expire!`, { key })
  shop.receiver.received.length = 0
  expect(await sendNotifications(shop.app)).toBe(6)
  expect(shop.receiver.received.map(({ path }) => path)).toContain('/second')
  expect(await sendNotifications(shop.app)).toBe(3)
})
