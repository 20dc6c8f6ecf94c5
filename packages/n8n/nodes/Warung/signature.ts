import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedMessage {
  headers: Record<string, string | string[] | undefined>
  /** The bytes as received. */
  body: Buffer
}

const toleranceS = 300
const msPerS = 1000

/**
 * Returns why a message is not from the shop, or null if it is. Checks the signature of Standard Webhooks, which covers
 * every byte of the body, and the age of the message.
 */
export function findMessageProblem({ headers, body }: SignedMessage, secret: string, now: Date): string | null {
  const id = textOf(headers['webhook-id'])
  const timestamp = textOf(headers['webhook-timestamp'])
  const signatures = textOf(headers['webhook-signature'])
  if (!id || !timestamp || !signatures) return 'The message is not signed'
  if (!/^\d{1,12}$/.test(timestamp)) return 'The time of the message is not a number'
  if (Math.abs(now.getTime() / msPerS - Number(timestamp)) > toleranceS) {
    return 'The message is more than five minutes old or new: compare the clocks of the shop and of n8n'
  }
  const text = secret.replace(/^whsec_/, '')
  const key = Buffer.from(text, 'base64')
  if (key.length === 0 || key.toString('base64') !== text) return 'The secret of the endpoint is not one of the shop'
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isGenuine = signatures.split(' ').some(signature => {
    const [version, value = ''] = signature.split(',')
    const bytes = Buffer.from(value, 'base64')
    return version === 'v1' && bytes.length === signed.length && timingSafeEqual(bytes, signed)
  })
  return isGenuine ? null : 'The signature is not that of the shop'
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
