import { describe, expect } from 'vitest'
import { type Check, openShops, row } from './spec.ts'

openShops()

const datetime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const methods = ['qris', 'qris_platform', 'qris_user', 'wallet_qris', 'wallet_direct']

describe('what the service does', () => {
  row('0', 'Endpoint paths start with `/api`', async ({ shop, api }) => {
    expect((await api('/get-statistics')).status).toBe(200)
    expect((await fetch(`${shop.url}/get-statistics`, { headers: { 'x-api-key': shop.keys.demo } })).status).toBe(404)
  })

  row('0', 'Paths answer with `.php` and without', async ({ api, create }) => {
    const { invoice_id } = await create()
    const plain = await api(`/check-payment?invoice=${invoice_id}`)
    const suffixed = await api(`/check-payment.php?invoice=${invoice_id}`)
    expect(suffixed.body).toEqual(plain.body)
  })

  row('0', 'Amounts in rupiah', async ({ create }) => {
    const payment = await create({ amount: 15_000, payment_method: 'wallet_direct' })
    expect(payment.amount).toBe(15_000)
    expect(Number.isInteger(payment.final_amount)).toBe(true)
  })

  row('0', 'Neutral ids `qris_platform qris_user wallet_qris wallet_direct`', async ({ api }) => {
    const { body } = await api('/get-payment-methods')
    expect(body.data.payment_methods.map((method: { id: string }) => method.id)).toEqual(methods)
  })

  row('1.1', 'Account creates invoices: id, amount, hosted payment_url, expiry', async ({ shop, create }) => {
    const payment = await create()
    expect(payment).toMatchObject({
      invoice_id: expect.stringMatching(/^INV-/),
      amount: 20_000,
      payment_url: `${shop.url}/pay?invoice=${payment.invoice_id}`,
      expires_at: expect.stringMatching(datetime),
    })
  })

  row('1.2', 'Payment by QRIS code or e-wallet transfer', async ({ api, create, pay }) => {
    for (const payment_method of ['qris', 'wallet_direct']) {
      const { invoice_id } = await create({ payment_method })
      await pay(invoice_id)
      expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('paid')
    }
  })

  row('1.2', 'Method chosen with `payment_method`', async ({ create }) => {
    for (const payment_method of ['qris', 'wallet_direct', 'qris_user', 'wallet_qris']) {
      expect((await create({ payment_method })).payment_method).toBe(payment_method)
    }
  })

  row('1.3', 'Service detects payment automatically and sets `paid`', async ({ api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'qris' })
    expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('pending')
    await pay(invoice_id)
    expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('paid')
  })

  row('1.10', 'wallet_direct: incoming transactions checked every few seconds', async ({ shop, create }) => {
    await create({ payment_method: 'wallet_direct' })
    await shop.hurry()
    await shop.work()
    const [reading] = await shop.app.sql.query<{ waits: number }>(
      `select extract(epoch from due_at - now())::integer as waits from reading r
        join connection c on c.id = r.connection_id
       where c.connector = 'wallet' and c.account_id = $1`,
      [shop.demo.accountId],
    )
    expect(reading!.waits).toBeLessThanOrEqual(10)
  })

  row('1.10', 'Transaction equal to `final_amount` confirms the payment', async ({ shop, api, create, pay }) => {
    const payment = await create({ payment_method: 'wallet_direct' })
    await pay(payment.invoice_id, { amount: payment.final_amount - 1 })
    expect((await api(`/check-payment?invoice=${payment.invoice_id}`)).body.status).toBe('pending')
    await pay(payment.invoice_id)
    expect((await api(`/check-payment?invoice=${payment.invoice_id}`)).body.status).toBe('paid')
    expect(shop.demo.mode).toBe('test')
  })
})

describe('the fields of a payment', () => {
  row('2', 'Datetime strings `YYYY-MM-DD HH:MM:SS`', async ({ create }) => {
    expect((await create()).expires_at).toMatch(datetime)
  })

  row('2', 'Responses are JSON with boolean `success`', async ({ api }) => {
    const answer = await api('/list-payments')
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.body.success).toBe(true)
    expect((await api('/check-payment?invoice=INV-00000000000000000000')).body.success).toBe(false)
  })

  row('2.1', 'invoice_id string, unique, assigned by service', async ({ create }) => {
    const ids = [await create(), await create(), await create()].map(payment => payment.invoice_id)
    expect(new Set(ids).size).toBe(3)
  })

  row('2.1', 'amount number', async ({ create }) => {
    expect((await create({ amount: 12_345 })).amount).toBe(12_345)
  })

  row('2.1', 'unique_code integer added to amount', async ({ create }) => {
    const payment = await create({ payment_method: 'wallet_direct' })
    expect(Number.isInteger(payment.unique_code)).toBe(true)
    expect(payment.unique_code).toBeGreaterThanOrEqual(1)
  })

  row('2.1', 'unique_code makes the payable amount distinct', async ({ create }) => {
    const payments = await Promise.all(
      Array.from({ length: 10 }, () => create({ amount: 31_000, payment_method: 'wallet_direct' })),
    )
    expect(new Set(payments.map(payment => payment.final_amount)).size).toBe(10)
  })

  row('2.1', 'final_amount = amount + unique_code without fee', async ({ create }) => {
    for (const payment_method of ['qris', 'qris_user', 'wallet_qris', 'wallet_direct']) {
      const payment = await create({ payment_method })
      expect(payment.final_amount).toBe(payment.amount + payment.unique_code)
    }
  })

  row('2.1', 'payment_url string URL with query `invoice`', async ({ create }) => {
    const payment = await create()
    expect(new URL(payment.payment_url).searchParams.get('invoice')).toBe(payment.invoice_id)
  })

  row('2.1', 'expires_at datetime string', async ({ create }) => {
    expect((await create()).expires_at).toMatch(datetime)
  })

  row('2.1', 'status pending/paid/expired/cancelled', async ({ shop, api, create, pay }) => {
    const [paid, cancelled, expired] = [await create(), await create(), await create()]
    await pay(paid.invoice_id)
    await api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
    expect(expired.status).toBe('pending')
    shop.advance(7200)
    await shop.hurry()
    await shop.work()
    const statusOf = async (payment: { invoice_id: string }) =>
      (await api(`/check-payment?invoice=${payment.invoice_id}`)).body.status
    expect([await statusOf(paid), await statusOf(cancelled), await statusOf(expired)]).toEqual([
      'paid',
      'cancelled',
      'expired',
    ])
  })

  row('2.1', 'payment_method is one of 2.2', async ({ create }) => {
    expect(methods).toContain((await create()).payment_method)
  })

  row('2.1', 'redirect_url echo', async ({ create }) => {
    const redirect_url = 'https://toko.example/selesai?order=7'
    expect((await create({ redirect_url })).redirect_url).toBe(redirect_url)
  })

  row('2.1', 'has_file, has_product_image boolean', async ({ create }) => {
    expect(await create()).toMatchObject({ has_file: false, has_product_image: false })
  })

  row('2.1', 'description, customer_name in list', async ({ api, create }) => {
    const { invoice_id } = await create({ description: 'Dua kopi', customer_name: 'Sari' })
    const { body } = await api(`/list-payments?search=${invoice_id}`)
    expect(body.data[0]).toMatchObject({ invoice_id, description: 'Dua kopi', customer_name: 'Sari' })
  })

  row('2.1', 'created_at, paid_at; paid_at set once paid', async ({ api, create, pay }) => {
    const { invoice_id } = await create()
    const item = async () => (await api(`/list-payments?search=${invoice_id}`)).body.data[0]
    expect(await item()).toMatchObject({ created_at: expect.stringMatching(datetime), paid_at: null })
    await pay(invoice_id)
    expect((await item()).paid_at).toMatch(datetime)
  })

  row('2.1', 'paid_via', async ({ api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    await pay(invoice_id)
    expect((await api(`/list-payments?search=${invoice_id}`)).body.data[0].paid_via).toBe('wallet_direct')
  })
})

describe('states of a payment', () => {
  row('3.1', 'created → pending with invoice_id, payment_url, expires_at', async ({ create }) => {
    expect(await create()).toMatchObject({
      status: 'pending',
      invoice_id: expect.any(String),
      payment_url: expect.any(String),
      expires_at: expect.any(String),
    })
  })

  row('3.1', 'pending → paid on matching amount / detection, paid_at set', async ({ api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    await pay(invoice_id)
    const { body } = await api(`/check-payment?invoice=${invoice_id}`)
    expect(body).toMatchObject({ status: 'paid', paid_at: expect.stringMatching(datetime) })
  })

  row('3.1', 'pending → expired when expiry passes', async ({ shop, api, create }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    shop.advance(7200)
    await shop.hurry()
    await shop.work()
    expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('expired')
  })

  row('3.1', 'pending → cancelled', async ({ api, create }) => {
    const { invoice_id } = await create()
    expect((await api('/cancel-payment', { body: { invoice: invoice_id } })).status).toBe(200)
    expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('cancelled')
  })

  row('3.1', 'No other moves', async ({ shop, api, create, pay }) => {
    const { invoice_id } = await create({ payment_method: 'wallet_direct' })
    await pay(invoice_id)
    expect((await api('/cancel-payment', { body: { invoice: invoice_id } })).status).toBe(400)
    shop.advance(7200)
    await shop.hurry()
    await shop.work()
    expect((await api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('paid')
  })
})

describe('POST /api/create-payment', () => {
  row('4.1', 'Create body is JSON, Content-Type application/json', async ({ api }) => {
    const headers = { 'content-type': 'text/plain' }
    expect((await api('/create-payment', { raw: '{"amount": 20000}', headers })).status).toBe(400)
    expect((await api('/create-payment', { raw: '{"amount": 20000}' })).status).toBe(200)
    expect((await api('/create-payment', { raw: '{"amount": ' })).status).toBe(400)
  })

  row('4.1', 'amount required number', async ({ api }) => {
    for (const amount of [undefined, null, '20000', 20_000.5, true, [20_000]]) {
      const { status, body } = await api('/create-payment', { body: { amount } })
      expect(status).toBe(400)
      expect(body.fields[0].path).toBe('amount')
    }
  })

  const minimum: Check = async ({ api }) => {
    expect((await api('/create-payment', { body: { amount: 999 } })).status).toBe(400)
    expect((await api('/create-payment', { body: { amount: 1000 } })).status).toBe(200)
  }
  row('4.1', 'amount minimum 1000', minimum)
  row('8', 'Minimum 1000', minimum)

  row('4.1', 'amount maximum 500000 for qris', async ({ api }) => {
    const body = { amount: 500_000, payment_method: 'qris' }
    expect((await api('/create-payment', { body })).status).toBe(200)
    expect((await api('/create-payment', { body: { ...body, amount: 500_001 } })).status).toBe(400)
  })
})
