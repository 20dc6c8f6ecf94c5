// Executes calls, one per line of JSON, with the SDK that is installed next to it, and prints their results.
import { createInterface } from 'node:readline'
import { Warung, webhooks } from 'warung-sdk'

async function carryOut({ call, client = {}, id, params = {}, key, max = 1000 }) {
  if (call === 'webhooks.verify') return webhooks.verify(params.body, params.headers, params.secret)
  const limits = { timeoutMs: (client.timeoutS ?? 45) * 1000, maxWaitMs: (client.maxWaitS ?? 60) * 1000 }
  const warung = new Warung(client.url, client.key, limits)
  const [group, method] = call.split('.')
  const options = key !== undefined ? [{ idempotencyKey: key }] : []
  const isPlain = ['get', 'cancel', 'explain', 'note', 'close'].includes(method)
  const made = warung[group][method](...(id === undefined ? [] : [id]), ...(isPlain ? [] : [params]), ...options)
  if (!made[Symbol.asyncIterator]) return await made
  const entries = []
  for await (const entry of made) if (entries.push(entry) === max) break
  return entries
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = await carryOut(JSON.parse(line)).then(
    value => ({ value }),
    error => {
      const { name, code, fields, requestId, status, retryAfter, body, reason, message } = error
      return {
        error: {
          kind: name,
          code,
          fields,
          request_id: requestId,
          status,
          retry_after: retryAfter,
          body,
          reason,
          message,
        },
      }
    },
  )
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
