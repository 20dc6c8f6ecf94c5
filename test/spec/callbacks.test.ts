import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import { rollWebhookSecret } from '../../src/keys/roll-webhook-secret.ts'
import { findWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import { type Check, openShops, row, type Variant } from './spec.ts'

openShops()

interface Arrived {
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  body: any
  signature_ok: boolean
}

/** Creates a payment, and returns its callback as the sandbox's receiver got it. */
async function arrived(variant: Variant, asked: object = {}): Promise<Arrived[]> {
  const { shop, create, pay } = variant
  await shop.sandbox('/receiver/log', undefined, 'DELETE')
  const { invoice_id } = await create({ payment_method: 'wallet_direct', ...asked })
  await pay(invoice_id)
  await shop.work()
  const log: (Omit<Arrived, 'body'> & { body: unknown })[] = (await shop.sandbox('/receiver/log')).body
  return log
    .map(row => ({ ...row, body: typeof row.body === 'string' ? JSON.parse(row.body) : row.body }))
    .filter(({ body }) => body.invoice_id === invoice_id)
}

const one = async (variant: Variant, asked: object = {}): Promise<Arrived> => (await arrived(variant, asked))[0]!

const seen = new Map<string, Arrived>()

/** Returns the callback of an ordinary payment, which is created once per variant and shared by several rows. */
async function usual(variant: Variant): Promise<Arrived> {
  const form = `${variant.edition} ${variant.dialect}`
  const callback = seen.get(form) ?? (await one(variant))
  seen.set(form, callback)
  return callback
}

const signed: Check = async variant => {
  const { headers, body } = await one(variant)
  const [secret] = await findWebhookSecrets(variant.shop.app, variant.shop.demo.accountId)
  const text = `${body.invoice_id}|paid|${body.final_amount}|${headers['x-webhook-timestamp']}`
  expect(headers['x-webhook-signature']).toBe(createHmac('sha256', secret!).update(text).digest('hex'))
}

describe('the callback', () => {
  row('1.3', 'Callback POST `payment.paid` signed with per-user secret', signed)
  row('6', 'Key = whole webhook secret text', signed)
  row('6', 'Header X-Webhook-Signature', signed)

  const once: Check = async variant => expect(await arrived(variant)).toHaveLength(1)
  row('1.10', 'Callback is sent after confirmation', once)
  row('3.1', 'On paid: callback when an address applies', async variant => {
    await once(variant)
    const { shop, create, pay } = variant
    const { invoice_id } = await create({ payment_method: 'wallet_direct' }, shop.keys.second)
    await pay(invoice_id)
    expect(
      await shop.app.sql.query('select 1 from delivery d join event e on e.id = d.event_id where e.subject = $1', [
        invoice_id,
      ]),
    ).toEqual([])
  })
  row('6', 'One event payment.paid, POST to callback_url or default', once)
  row('4.1', 'Account default callback used when omitted', once)
  row('4.1', 'callback_url optional; receives the callback', async variant => {
    const asked = { callback_url: `${variant.shop.sandboxUrl}/receiver` }
    expect(await arrived(variant, asked)).toHaveLength(1)
  })

  row('6', 'Header Content-Type application/json', async variant => {
    expect((await usual(variant)).headers['content-type']).toBe('application/json')
  })
  row('6', 'Header X-Webhook-Event payment.paid', async variant => {
    expect((await usual(variant)).headers['x-webhook-event']).toBe('payment.paid')
  })
  row('6', 'Header X-Webhook-Timestamp Unix time of sending', async variant => {
    const sent = Number((await one(variant)).headers['x-webhook-timestamp'])
    expect(Math.abs(Date.now() / 1000 - sent)).toBeLessThan(120)
  })
  row('6', 'Header X-Invoice-ID', async variant => {
    const { headers, body } = await usual(variant)
    expect(headers['x-invoice-id']).toBe(body.invoice_id)
  })

  row('6', 'Body fields event … redirect_url, has_file, has_content', async variant => {
    const { body } = await one(variant, {
      customer_name: 'Sari',
      customer_email: 'sari@example.com',
      customer_phone: '0812',
      description: 'Kopi',
      redirect_url: 'https://toko.example/selesai',
    })
    expect(body).toMatchObject({
      event: 'payment.paid',
      invoice_id: expect.stringMatching(/^INV-/),
      status: 'paid',
      amount: 20_000,
      final_amount: 20_000 + body.unique_code,
      paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      paid_amount: body.final_amount,
      paid_reff_num: expect.any(String),
      customer_name: 'Sari',
      customer_email: 'sari@example.com',
      customer_phone: '0812',
      description: 'Kopi',
      redirect_url: 'https://toko.example/selesai',
      has_file: false,
      has_content: false,
    })
  })
  row('6', 'Body download_token (some variants)', async variant => {
    expect((await usual(variant)).body).toHaveProperty('download_token')
  })
  row('6', 'Body timestamp integer, signature string', async variant => {
    const { headers, body } = await usual(variant)
    expect(body.timestamp).toBe(Number(headers['x-webhook-timestamp']))
    expect(body.signature).toBe(headers['x-webhook-signature'])
  })
  row('6', 'qris_platform: payment_method, paid_via, provider_payment_*', async variant => {
    const { body } = await usual(variant)
    for (const name of ['payment_method', 'paid_via', 'provider_payment_customername', 'provider_payment_methodby']) {
      expect(body, name).toHaveProperty(name)
    }
  })
  row('6', 'Second signature (Standard Webhooks, documented in api.md)', async variant => {
    const { headers } = await usual(variant)
    expect(headers['webhook-signature']).toMatch(/^v1,/)
    expect(headers['webhook-id']).toEqual(expect.any(String))
  })

  row('2.1', 'paid_reff_num in check and callback', async variant => {
    const { body } = await usual(variant)
    const checked = await variant.api(`/check-payment?invoice=${body.invoice_id}`)
    expect(body.paid_reff_num).toBe(checked.body.paid_reff_num)
  })
})

describe('the answer of the receiver', () => {
  row('6', 'Mismatch: receiver answers 401 (and is retried)', async variant => {
    const { shop } = variant
    await shop.sandbox('/receiver/answers', { status: 401, count: 1 })
    const first = await one(variant)
    const callback = async () =>
      (await listCallbacks(shop.app, shop.demo)).find(({ invoiceId }) => invoiceId === first.body.invoice_id)!
    expect((await callback()).attempts.at(-1)!.status).toBe(401)
    shop.advance(60)
    await shop.work()
    expect((await callback()).attempts).toHaveLength(2)
  })

  row('6', 'Valid callback acknowledged with 200', async variant => {
    const { shop } = variant
    const { body, signature_ok } = await one(variant)
    expect(signature_ok).toBe(true)
    const callback = (await listCallbacks(shop.app, shop.demo)).find(({ invoiceId }) => invoiceId === body.invoice_id)!
    expect(callback.attempts.at(-1)!.status).toBe(200)
  })
})

describe('the settings', () => {
  row('6', 'Settings: default callback URL', async variant => {
    const { shop } = variant
    await setCallbackUrl(shop.app, shop.demo.accountId, null)
    expect(await arrived(variant)).toEqual([])
    await setCallbackUrl(shop.app, shop.demo.accountId, `${shop.sandboxUrl}/receiver`)
    expect(await arrived(variant)).toHaveLength(1)
  })

  const lastTwenty: Check = async variant => {
    const { shop, create } = variant
    for (let made = 0; made < 21; made++) {
      const { invoice_id } = await create({ payment_method: 'wallet_direct' })
      await shop.sandbox('/transfers', { invoice_id })
    }
    await shop.hurry()
    // Each round delivers a few callbacks to one endpoint.
    for (let round = 0; round < 6; round++) await shop.work()
    const shown = await listCallbacks(shop.app, shop.demo)
    expect(shown).toHaveLength(20)
    for (const { attempts } of shown) expect(attempts.at(-1)!.status).toBe(200)
  }
  row('6', 'Settings: callback logs last 20 with HTTP status', lastTwenty)
  row('8', 'Callback logs last 20', lastTwenty)

  row('5.4', 'Separate secret `whsec_` + random characters', async ({ shop }) => {
    const [secret] = await findWebhookSecrets(shop.app, shop.demo.accountId)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=_-]{24,}$/)
    expect(secret).not.toContain(shop.keys.demo)
  })
  row('5.4', 'Secret can be regenerated at any time', async variant => {
    const { shop } = variant
    const [before] = await findWebhookSecrets(shop.app, shop.demo.accountId)
    await rollWebhookSecret(shop.app, shop.demo.accountId, { overlaps: false })
    const [after] = await findWebhookSecrets(shop.app, shop.demo.accountId)
    expect(after).not.toBe(before)
    await signed(variant)
  })
})
