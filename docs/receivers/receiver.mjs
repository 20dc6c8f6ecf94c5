// A receiver of Warung's callbacks and events. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'

const key = Buffer.from((process.env.WARUNG_WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
// An attacker could sign with an empty key.
if (key.length === 0) throw new Error('WARUNG_WEBHOOK_SECRET is whsec_ and base64')
const toleranceS = 300

// Standard Webhooks: the raw body is signed. While a secret is rotated, there are two signatures, separated by a blank.
function isGenuine(headers, text) {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= toleranceS
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`)
  return isFresh && (headers['webhook-signature'] ?? '').split(' ').some(one => isSame(Buffer.from(one), expected))
}

function isSame(given, expected) {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

http
  .createServer(async (request, response) => {
    try {
      const parts = []
      for await (const part of request) parts.push(part)
      const text = Buffer.concat(parts).toString()
      if (!isGenuine(request.headers, text)) return response.writeHead(401).end()
      const body = JSON.parse(text)
      // A message to an endpoint has a type, data and a sequence: ignore it if you have a higher sequence. The
      // callback of a payment has an event instead, with its fields at the same level.
      const { type, data, sequence } = body.type ? body : { type: body.event, data: body, sequence: 0 }
      if (type === 'payment.paid') {
        // Here: unless webhook-id was handled before, mark data.invoice_id as paid, in one transaction.
      } else {
        process.stdout.write(`${type} ${sequence} ${data.invoice_id ?? data.order_number ?? ''}\n`)
      }
      response.writeHead(200).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  .listen(Number(process.env.PORT ?? 8000), '127.0.0.1')
