import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signCallback } from '../../src/callbacks/sign-callback.ts'
import type { PaymentPaid } from '../../src/events/payloads.ts'
import { createCalendar } from '../../src/lib/calendar.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

const paid: PaymentPaid = {
  invoiceId: 'INV-CZSRHR2XGY9QFHM5YCHN',
  mode: 'test',
  paymentMethod: 'qris',
  paidVia: 'qris',
  amount: 15_000,
  uniqueCode: 368,
  finalAmount: 15_368,
  paidAmount: 15_368,
  paidAt: '2026-11-21T06:59:35.701Z',
  paidReffNum: '413255111',
  paidLate: false,
  payerName: 'Zainal Arief',
  payerApp: 'Sakuku',
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  description: null,
  callbackUrl: null,
  redirectUrl: null,
  reference: null,
  metadata: {},
  hasFile: false,
  hasContent: false,
}

test('a callback has the headers of contract 6 and every field, with null if empty', () => {
  const sentAt = new Date('2026-11-21T07:00:00.900Z')
  const attempt = { eventId: 'an-event', number: 3, paid, secrets: [secret], downloadToken: null, sentAt }
  const { headers, body } = signCallback(attempt, createCalendar('Asia/Jakarta'))
  const signature = createHmac('sha256', secret).update('INV-CZSRHR2XGY9QFHM5YCHN|paid|15368|1795244400').digest('hex')
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'X-Webhook-Event': 'payment.paid',
    'X-Webhook-Signature': signature,
    'X-Webhook-Timestamp': '1795244400',
    'X-Invoice-ID': 'INV-CZSRHR2XGY9QFHM5YCHN',
    'X-Webhook-Id': 'an-event',
    'X-Webhook-Attempt': '3',
  })
  expect(JSON.parse(body)).toEqual({
    event: 'payment.paid',
    invoice_id: 'INV-CZSRHR2XGY9QFHM5YCHN',
    status: 'paid',
    amount: 15_000,
    final_amount: 15_368,
    unique_code: 368,
    paid_at: '2026-11-21 13:59:35',
    paid_amount: 15_368,
    paid_reff_num: '413255111',
    payment_method: 'qris',
    paid_via: 'qris',
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    description: null,
    redirect_url: null,
    reference: null,
    metadata: {},
    has_file: false,
    has_content: false,
    download_token: null,
    provider_payment_customername: 'Zainal Arief',
    provider_payment_methodby: 'Sakuku',
    timestamp: 1_795_244_400,
    signature,
  })
})

test('the callback in the API document is signed exactly as this shop does with the secret given there', () => {
  const document = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const shown = JSON.parse(/^```json\n(\{"event": "payment\.paid"[^`]*)^```$/m.exec(document)![1]!)
  const named = /with the secret `(whsec_[A-Za-z0-9+/=]+)`/.exec(document)![1]!
  const told: PaymentPaid = {
    ...paid,
    uniqueCode: shown.unique_code,
    finalAmount: shown.final_amount,
    paidAmount: shown.paid_amount,
    paidAt: `${shown.paid_at.replace(' ', 'T')}+07:00`,
    customerName: shown.customer_name,
    description: shown.description,
  }
  const sentAt = new Date(shown.timestamp * 1000)
  const attempt = { eventId: 'an-event', number: 1, paid: told, secrets: [named], downloadToken: null, sentAt }
  const { headers, body } = signCallback(attempt, createCalendar('Asia/Jakarta'))
  expect(shown).toEqual(JSON.parse(body))
  expect(headers['X-Webhook-Signature']).toBe(shown.signature)
  expect(document).toContain(`X-Webhook-Timestamp: ${headers['X-Webhook-Timestamp']}\n`)
})
