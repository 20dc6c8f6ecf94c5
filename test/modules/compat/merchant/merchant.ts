import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Books } from '../../../kit/scenario/books.ts'
import { midtransGateway, xenditGateway } from './gateways.ts'

// A small merchant's server as a separate process: it calls a gateway through its official SDK and receives
// notifications.

const { MERCHANT_SDK = '', MERCHANT_GATEWAY, MERCHANT_BOOKS = '', MERCHANT_URL = '', MERCHANT_KEY = '' } = process.env
const { MERCHANT_NOTIFY = '' } = process.env
const books = new Books(MERCHANT_BOOKS)
const open = MERCHANT_GATEWAY === 'midtrans' ? midtransGateway : xenditGateway
const settings = { load: createRequire(MERCHANT_SDK), url: MERCHANT_URL, key: MERCHANT_KEY, notifyUrl: MERCHANT_NOTIFY }
const gateway = open(settings)

type Handler = (order: string, body: Record<string, unknown>, headers: http.IncomingHttpHeaders) => Promise<unknown>

const handlers: Record<string, Handler> = {
  async place(id, { amount }) {
    books.place(id, Number(amount))
    books.setPayment(id, await gateway.charge(books.read(id)!))
    return books.read(id)
  },
  async read(id) {
    return books.read(id)
  },
  async look(id) {
    books.apply(await gateway.look(books.read(id)!))
  },
  async cancel(id) {
    await gateway.cancel(books.read(id)!)
    books.cancel(id)
  },
  async abandon(id) {
    books.cancel(id)
  },
  async refund(id, { amount }) {
    books.refund(id, await gateway.refund(books.read(id)!, Number(amount)))
  },
  async notify(_, body, headers) {
    const report = await gateway.receive(body, headers)
    if (report === null) return false
    books.apply(report)
    return true
  },
}

const server = http.createServer(async (request, response) => {
  try {
    const [, act = '', order = ''] = new URL(request.url!, 'http://merchant').pathname.split('/')
    const text = Buffer.concat(await request.toArray()).toString()
    const answer = await handlers[act]!(order, text ? JSON.parse(text) : {}, request.headers)
    response.writeHead(answer === false ? 401 : 200).end(JSON.stringify(answer ?? null))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
