// A receiver of Warung's callbacks. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'

const secret = process.env.WARUNG_WEBHOOK_SECRET
const toleranceS = 300

function isGenuine(headers, body) {
  const timestamp = headers['x-webhook-timestamp'] ?? ''
  const signed = `${headers['x-invoice-id']}|paid|${body.final_amount}|${timestamp}`
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = Buffer.from(headers['x-webhook-signature'] ?? '', 'hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceS
  const isSame = body.invoice_id === headers['x-invoice-id'] && body.status === 'paid'
  return isFresh && isSame && given.length === expected.length && timingSafeEqual(given, expected)
}

http
  .createServer(async (request, response) => {
    try {
      let text = ''
      for await (const part of request) text += part
      const body = JSON.parse(text)
      if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
      // Here: unless X-Webhook-Id was handled before, mark body.invoice_id as paid, in one transaction.
      response.writeHead(200).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  .listen(Number(process.env.PORT ?? 8000), '127.0.0.1')
