import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push, type PushContents } from '../connector.ts'
import type { MidtransCredentials } from './credentials.ts'

// Signed in the form sent, which is a text or a number.
const Field = z.union([z.string().max(30), z.number().transform(String)])

const Signed = z.object({
  order_id: z.string().min(1).max(64),
  status_code: Field,
  gross_amount: Field,
  signature_key: z.string().max(200),
})

/**
 * Reads a notification, which names an order. Its signature covers only the order, the status code and the amount, so
 * the transaction itself is requested from the provider.
 */
export function receiveNotification({ server_key }: MidtransCredentials, { body }: Push): PushContents {
  const parsed = Signed.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new ConnectorError('unexpected', 'the notification is not one of Midtrans')
  const { order_id, status_code, gross_amount, signature_key } = parsed.data
  const wanted = createHash('sha512')
    .update(order_id + status_code + gross_amount + server_key)
    .digest('hex')
  if (!isSameText(signature_key.toLowerCase(), wanted)) {
    throw new ConnectorError(
      'unauthorized',
      'the signature is made with another server key than the one of this connection',
    )
  }
  return {
    charges: [{ reference: order_id, providerInvoiceId: null }],
    transfers: [],
    answer: { status: 200, body: {} },
  }
}
