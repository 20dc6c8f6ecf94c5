import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CompatCharge } from '../../../src/modules/compat/compat-charge.ts'
import { personalCharges } from '../../../src/modules/compat/personal-charges.ts'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

let shop: CompatShop
beforeAll(async () => {
  shop = await createCompatShop()
})
afterAll(() => shop.close())

const base = '/compat/xendit'
const qris = { type: 'QR_CODE', reusability: 'ONE_TIME_USE', qr_code: { channel_code: 'QRIS' } }

test('an invoice is paid, and its notification carries the token of the key', async () => {
  const key = await shop.newKey(undefined, `${shop.receiver.url}/xendit`)
  const body = { external_id: 'order 7', amount: 22_109, payer_email: 'siti@example.id', invoice_duration: '900' }
  const made = (await shop.ask('POST', `${base}/v2/invoices/`, { key, body })).body
  expect(made).toMatchObject({ status: 'PENDING', amount: 22_109, payer_email: 'siti@example.id' })
  expect(made.id).toMatch(/^[0-9a-f]{24}$/)
  expect(made.invoice_url).toContain('/pay?invoice=INV-')
  await shop.pay(made.id)
  await shop.notify()
  const [{ headers, body: sent }] = shop.receiver.received.splice(0) as [(typeof shop.receiver.received)[0]]
  expect(headers['x-callback-token']).toBe(createHmac('sha256', key).update('x-callback-token').digest('hex'))
  expect(sent).toMatchObject({ id: made.id, external_id: 'order 7', status: 'PAID', paid_amount: 22_109 })
  const found = await shop.ask('GET', `${base}/v2/invoices?external_id=${encodeURIComponent('order 7')}`, { key })
  expect(found.body).toMatchObject([{ id: made.id, status: 'PAID' }])
  expect((await shop.ask('POST', `${base}/invoices/${made.id}/expire!`, { key })).status).toBe(400)
})

test('the payer of an invoice is erased from its responses and notifications, and the rest stays', async () => {
  const customer = { given_names: 'Siti', mobile_number: '+6281234567890' }
  const body = { external_id: 'order 8', amount: 22_111, payer_email: 'siti@example.id', customer, description: 'Kopi' }
  const { id } = (await shop.ask('POST', `${base}/v2/invoices/`, { body })).body
  await shop.pay(id)
  await shop.notify()
  const [charge] = await shop.app.em('installation').find(CompatCharge, { id })
  const scope = { accountId: charge!.accountId, mode: charge!.mode }
  const person = { customerIds: [], chats: [], orderNumbers: [], transferIds: [], phones: [], otherObjects: [] }
  const whose = { ...person, invoiceIds: [charge!.payment.invoiceId] }
  const { compatible_charges: known } = await personalCharges.read!(shop.app.em(scope), whose)
  expect(known).toEqual([{ payer_email: 'siti@example.id', customer }])
  await shop.app.transaction(scope, tx => personalCharges.erase(tx, whose, shop.app.now()))
  const { body: shown } = await shop.ask('GET', `${base}/v2/invoices/${id}`)
  expect(shown).toMatchObject({ id, amount: 22_111, description: 'Kopi', status: 'PAID' })
  const rows = await shop.app.sql.query(
    'select c.request, n.body from compat_charge c left join compat_notification n on n.charge_id = c.id where c.id = $1',
    [id],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify([shown, rows])).not.toMatch(/siti|81234567890/i)
})

test('a payment request is created once per Idempotency-Key, simulated in test mode and refunded', async () => {
  const body = { reference_id: 'P-1', amount: 22_303, currency: 'IDR', payment_method: qris, metadata: { table: '4' } }
  const headers = { 'idempotency-key': 'same' }
  const [one, two] = await Promise.all([
    shop.ask('POST', `${base}/payment_requests`, { headers, body }),
    shop.ask('POST', `${base}/payment_requests`, { headers, body }),
  ])
  expect(one).toMatchObject({ status: 201, body: { status: 'PENDING', metadata: { table: '4' } } })
  expect(two.body.id).toBe(one.body.id)
  expect(one.body.payment_method.qr_code.channel_properties.qr_string).toContain('540522303')
  const other = await shop.ask('POST', `${base}/payment_requests`, { headers, body: { ...body, amount: 22_304 } })
  expect(other).toMatchObject({ status: 409, body: { error_code: 'IDEMPOTENCY_ERROR' } })

  const method = one.body.payment_method.id
  await shop.ask('POST', `${base}/v2/payment_methods/${method}/payments/simulate`, { body: { amount: 22_303 } })
  const found = await shop.ask('GET', `${base}/payment_requests/${one.body.id}`)
  expect(found.body.status).toBe('SUCCEEDED')
  const { body: requests } = await shop.ask('GET', `${base}/payment_requests?reference_id=P-1`)
  expect(requests.data).toEqual([found.body])
  const refund = { payment_request_id: one.body.id, amount: 303, reason: 'OTHERS', reference_id: 'back' }
  for (let time = 0; time < 2; time++) {
    const { body: refunded } = await shop.ask('POST', `${base}/refunds`, { body: refund })
    expect(refunded).toMatchObject({ status: 'SUCCEEDED', amount: 303, reference_id: 'back' })
  }
  const { body: listed } = await shop.ask('GET', `${base}/transactions?limit=5`)
  expect(listed.data).toContainEqual(expect.objectContaining({ product_id: one.body.id, amount: 22_303 }))
  // The form that xendit-php 7.0.0 checks (lib/BalanceAndTransaction/TransactionResponse.php, setId).
  const form = /^txn_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const { id } of listed.data) expect(id).toMatch(form)
  const { body: again } = await shop.ask('GET', `${base}/transactions?limit=5`)
  expect(again).toEqual(listed)
})

test('an unavailable method is refused in the form of Xendit', async () => {
  const ask = (path: string, body: object, key = shop.key) => shop.ask('POST', base + path, { body, key })
  expect(await ask('/payment_requests', { amount: 22_505, payment_method: { type: 'EWALLET' } })).toMatchObject({
    status: 403,
    body: { error_code: 'CHANNEL_NOT_ACTIVATED' },
  })
  const reusable = { ...qris, reusability: 'MULTIPLE_USE' }
  expect((await ask('/payment_requests', { amount: 22_505, payment_method: reusable })).status).toBe(403)
  expect(await ask('/v2/invoices', { external_id: 'x', amount: 0 })).toMatchObject({
    status: 400,
    body: { error_code: 'API_VALIDATION_ERROR', errors: [{ path: 'amount' }] },
  })
  expect(await ask('/v2/invoices', { external_id: 'a\0b', amount: 22_505 })).toMatchObject({ status: 400 })
  expect(await ask('/v2/invoices', { external_id: 'x', amount: 99_000_000_000 })).toMatchObject({ status: 400 })
  expect(await ask('/v2/invoices', {}, 'xnd_development_unknown')).toMatchObject({
    status: 401,
    body: { error_code: 'INVALID_API_KEY' },
  })
  expect(await shop.ask('POST', `${base}/v2/invoices`, { raw: '{' })).toMatchObject({ status: 400 })
  expect(await ask('/qr_codes', {})).toMatchObject({ status: 404, body: { error_code: 'DATA_NOT_FOUND' } })
  const reading = await shop.newKey(['read'])
  expect(await ask('/refunds', {}, reading)).toMatchObject({
    status: 403,
    body: { error_code: 'REQUEST_FORBIDDEN_ERROR' },
  })
})

test('a payment of another account is not found', async () => {
  const made = (await shop.ask('POST', `${base}/v2/invoices`, { body: { external_id: 'mine', amount: 22_707 } })).body
  const { createCompatKey } = await import('../../../src/modules/compat/create-compat-key.ts')
  const key = await createCompatKey(shop.app, { ...shop.second, label: 'Other' })
  expect(await shop.ask('GET', `${base}/v2/invoices/${made.id}`, { key })).toMatchObject({
    status: 404,
    body: { error_code: 'INVOICE_NOT_FOUND_ERROR' },
  })
})
