import { createHmac } from 'node:crypto'
import { signStandardHeaders } from '../../../src/callbacks/sign-callback.ts'
import type { Message } from './relay.ts'

// Changes the shop's messages as an attacker or a wrong clock would.

const signatureHeaders = ['webhook-signature', 'x-webhook-signature', 'x-callback-token']
const signatureFields = ['signature', 'signature_key']

/** Replaces the ids of an order in a message with those of another; the signature stays. */
export function changeIds(message: Message, from: string[], to: string[]): Message {
  const change = (text: string) => from.reduce((changed, id, index) => changed.replaceAll(id, to[index]!), text)
  const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, change(value)]))
  return { ...message, path: change(message.path), headers, body: change(message.body) }
}

export function dropSignature(message: Message): Message {
  const headers = { ...message.headers }
  for (const name of signatureHeaders) delete headers[name]
  const body = JSON.parse(message.body)
  for (const name of signatureFields) delete body[name]
  return { ...message, headers, body: JSON.stringify(body) }
}

/** Spoils a signature with random bytes; each changed signature keeps its form. */
export function spoilSignature(message: Message, draw: (bytes: number) => Buffer): Message {
  const bytes = 32
  const headers = { ...message.headers }
  if (headers['webhook-signature']) headers['webhook-signature'] = `v1,${draw(bytes).toString('base64')}`
  for (const name of ['x-webhook-signature', 'x-callback-token'])
    if (headers[name]) headers[name] = draw(bytes).toString('hex')
  const body = JSON.parse(message.body)
  for (const name of signatureFields) if (body[name]) body[name] = draw(String(body[name]).length / 2).toString('hex')
  return { ...message, headers, body: JSON.stringify(body) }
}

/** Signs a callback or an event as the shop does, at this time in seconds. */
export function signAtTime(message: Message, secret: string, timestamp: number): Message {
  const body = JSON.parse(message.body)
  const headers = { ...message.headers }
  if (headers['x-webhook-signature']) {
    const signed = `${body.invoice_id}|paid|${body.final_amount}|${timestamp}`
    const signature = createHmac('sha256', secret).update(signed).digest('hex')
    Object.assign(headers, { 'x-webhook-signature': signature, 'x-webhook-timestamp': String(timestamp) })
    Object.assign(body, { signature, timestamp })
  }
  const text = JSON.stringify(body)
  Object.assign(headers, signStandardHeaders([secret], headers['webhook-id']!, timestamp, text))
  return { ...message, headers, body: text }
}
