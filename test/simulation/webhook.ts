import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { type Envelope, type Received, startReceiver } from '../callbacks/receiver.ts'
import { deliverAllEvents } from '../kit/endpoints.ts'
import type { WebShop } from '../web/web-shop.ts'

/** The events that a merchant's backend is sent. Those of connections depend on when work is done. */
const types = [
  ...['payment.created', 'payment.paid', 'payment.expired', 'payment.cancelled', 'payment.refunded'],
  ...['transfer.in_review', 'transfer.reviewed', 'order.placed', 'order.waiting_payment', 'order.paid'],
  ...['order.processing', 'order.delivered', 'order.completed', 'order.cancelled', 'order.paid_in_vain'],
  ...['order.undone', 'order.shipped', 'order.reviewed', 'stock.low'],
  ...['bill.created', 'bill.partly_paid', 'bill.paid', 'bill.used', 'bill.overpaid', 'bill.overdue', 'bill.closed'],
  ...['shift.opened', 'shift.closed'],
]

/** The webhook of a merchant's backend. */
export interface Webhook {
  host: string
  /** Has the shop send its events here. */
  subscribe(shop: WebShop): Promise<void>
  /** Lets the shop send what is due, and returns all events so far. Fails if one has no valid signature. */
  receive(shop: WebShop): Promise<Envelope[]>
  close(): Promise<void>
}

export async function openWebhook(): Promise<Webhook> {
  const receiver = await startReceiver()
  let secret = ''
  return {
    host: receiver.host,
    async subscribe(shop) {
      const { status, body } = await shop.api('/create-endpoint', { body: { url: receiver.url, types } })
      expect(status, JSON.stringify(body)).toBe(200)
      secret = body.secret
    },
    async receive(shop) {
      await deliverAllEvents(shop)
      expect(
        receiver.received.filter(event => !isSigned(event, secret)),
        'events without a signature',
      ).toEqual([])
      return receiver.received.map(({ body }) => JSON.parse(body))
    },
    close: receiver.close,
  }
}

/** Checks the signature `v1` of https://www.standardwebhooks.com, as a receiver does. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(text).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}
