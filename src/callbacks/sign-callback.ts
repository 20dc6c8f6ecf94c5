import { createHmac, createSecretKey } from 'node:crypto'
import type { PaymentPaid } from '../events/payloads.ts'
import type { Calendar } from '../lib/calendar.ts'
import { rememberKeys } from './key-memory.ts'

export interface SignedCallback {
  headers: Record<string, string>
  body: string
}

export interface CallbackAttempt {
  eventId: string
  number: number
  paid: PaymentPaid
  /**
   * The signing secrets, oldest first, never empty. The specification's header carries one signature, by the oldest;
   * that of Standard Webhooks carries all.
   */
  secrets: string[]
  /** The token that unlocks the payment's file; null if it has none. */
  downloadToken: string | null
  /** Set for a test of the address, for which no payment was made. */
  isTest?: boolean
  /** When it is sent, in real time: receivers compare it with their own clocks. */
  sentAt: Date
}

/**
 * Returns one attempt of a `payment.paid` callback (contract 6): the headers and body of the specification, and the
 * headers of Standard Webhooks, which also sign the body. Every field is always present, null if it has no value.
 */
export function signCallback(attempt: CallbackAttempt, calendar: Calendar): SignedCallback {
  const { paid } = attempt
  const timestamp = Math.floor(attempt.sentAt.getTime() / 1000)
  const signedText = `${paid.invoiceId}|paid|${paid.finalAmount}|${timestamp}`
  const signature = createHmac('sha256', attempt.secrets[0]!).update(signedText).digest('hex')
  const body = JSON.stringify(callbackBody(attempt, timestamp, signature, calendar))
  return {
    body,
    // Written in the specification's case: PHP's getallheaders() and others return names as received.
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Warung/1 (callback)',
      'X-Webhook-Event': 'payment.paid',
      'X-Webhook-Signature': signature,
      'X-Webhook-Timestamp': String(timestamp),
      'X-Invoice-ID': paid.invoiceId,
      'X-Webhook-Id': attempt.eventId,
      'X-Webhook-Attempt': String(attempt.number),
      ...(attempt.isTest ? { 'X-Webhook-Test': '1' } : {}),
      ...signStandardHeaders(attempt.secrets, attempt.eventId, timestamp, body),
    },
  }
}

function callbackBody(
  { paid, downloadToken }: CallbackAttempt,
  timestamp: number,
  signature: string,
  calendar: Calendar,
) {
  return {
    event: 'payment.paid',
    invoice_id: paid.invoiceId,
    status: 'paid',
    amount: paid.amount,
    final_amount: paid.finalAmount,
    unique_code: paid.uniqueCode,
    paid_at: calendar.format(new Date(paid.paidAt)),
    paid_amount: paid.paidAmount,
    paid_reff_num: paid.paidReffNum,
    payment_method: paid.paymentMethod,
    paid_via: paid.paidVia,
    customer_name: paid.customerName,
    customer_email: paid.customerEmail,
    customer_phone: paid.customerPhone,
    description: paid.description,
    redirect_url: paid.redirectUrl,
    reference: paid.reference,
    metadata: paid.metadata,
    has_file: paid.hasFile,
    has_content: paid.hasContent,
    download_token: downloadToken,
    provider_payment_customername: paid.payerName,
    provider_payment_methodby: paid.payerApp,
    timestamp,
    signature,
  }
}

/** Returns the headers of Standard Webhooks, with a signature by each secret. `timestamp` is real time in seconds. */
export function signStandardHeaders(
  secrets: string[],
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => standardSignature(secret, id, timestamp, body)).join(' '),
  }
}

// Standard Webhooks: the key is the base64-decoded part after the prefix, not its text.
function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

const keyOf = rememberKeys(secret => createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')))
