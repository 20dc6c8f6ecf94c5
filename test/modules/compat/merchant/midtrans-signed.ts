import { createHash } from 'node:crypto'
import type { Message } from '../../../kit/scenario/relay.ts'

/** Signs a changed notification as docs.midtrans.com/docs/https-notification-webhooks describes. */
export function midtransSigned(message: Message, serverKey: string): Message {
  const body = JSON.parse(message.body)
  const text = `${body.order_id}${body.status_code}${body.gross_amount}${serverKey}`
  body.signature_key = createHash('sha512').update(text).digest('hex')
  return { ...message, body: JSON.stringify(body) }
}
