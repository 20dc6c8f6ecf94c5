import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push, type PushContents } from '../connector.ts'
import type { TripayCall } from './request-tripay.ts'

const Callback = z.object({ reference: z.string().min(1).max(64), merchant_ref: z.string().min(1).max(64) })

/** Handles the callback about one payment. Its signature covers the raw bytes. */
export async function receivePush({ credentials }: TripayCall, push: Push): Promise<PushContents> {
  const signature = push.headers['x-callback-signature'] ?? ''
  if (!isSameText(signature.toLowerCase(), signBytes(credentials.private_key, push.body))) {
    throw new ConnectorError('unauthorized', 'the signature is not of this private key')
  }
  // After any other answer Tripay sends the callback again.
  const answer = { status: 200, body: { success: true } }
  if ((push.headers['x-callback-event'] ?? 'payment_status') !== 'payment_status') {
    return { charges: [], transfers: [], answer }
  }
  const callback = Callback.safeParse(parseJson(push.body.toString('utf8')))
  if (!callback.success) throw new ConnectorError('unexpected', 'the callback names no payment')
  const { reference, merchant_ref } = callback.data
  return { charges: [{ reference: merchant_ref, providerInvoiceId: reference }], transfers: [], answer }
}

/** Returns the signature of a callback. */
export function signBytes(privateKey: string, bytes: Buffer | string): string {
  return createHmac('sha256', privateKey).update(bytes).digest('hex')
}
