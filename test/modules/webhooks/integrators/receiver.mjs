// Written only from docs/api.md, with the Standard Webhooks library.
import http from 'node:http'
import { Webhook } from 'standardwebhooks'

const names = {
  payment: 'invoice_id',
  transfer: 'transfer_id',
  order: 'order_number',
  bill: 'bill',
  shift: 'shift_id',
  stock: 'product',
  customer: 'customer',
  withdrawal: 'id',
  connection: 'connection_id',
  endpoint: 'endpoint_id',
}
const say = line => process.stdout.write(`${line}\n`)
const seen = new Set()
const newest = new Map()

function take({ id, type, sequence, data }) {
  const [kind] = type.split('.')
  const thing = `${kind} ${data[names[kind]]} ${data.variant ?? ''}`.trim()
  const isOld = seen.has(id) || (newest.get(thing) ?? 0) > sequence
  seen.add(id)
  if (!isOld) newest.set(thing, sequence)
  return `${isOld ? 'dropped' : 'kept'} ${type} ${thing}`
}

http
  .createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const event = new Webhook(process.env.SECRET).verify(Buffer.concat(chunks).toString(), request.headers)
      say(take(event))
      response.writeHead(204).end()
    } catch (error) {
      say(`refused ${error.message}`)
      response.writeHead(401).end()
    }
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
