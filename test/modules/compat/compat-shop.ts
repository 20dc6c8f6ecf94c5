import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type { CompatScope } from '../../../src/modules/compat/compat-key.ts'
import { createCompatKey } from '../../../src/modules/compat/create-compat-key.ts'
import { sendNotifications } from '../../../src/modules/compat/send-notifications.ts'
import { createCompatRouter } from '../../../src/modules/compat/web/compat-router.ts'
import { createSnapRouter } from '../../../src/modules/compat/web/snap-page.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'

export interface CompatShop extends TestShop {
  /** The address of the other gateways' APIs. */
  compatUrl: string
  /** The server of a merchant. */
  receiver: Receiver
  key: string
  newKey(scopes?: readonly CompatScope[], notifyUrl?: string): Promise<string>
  ask(method: string, path: string, request?: AskOptions): Promise<CompatAnswer>
  /** Returns the invoice of a charge. */
  invoiceOf(id: string): Promise<string>
  /** Pays a charge, and lets the shop find the money. */
  pay(id: string): Promise<void>
  /** Sends due messages until none is left. */
  notify(): Promise<void>
}

interface Receiver {
  url: string
  /** The status of its answers. */
  status: number
  received: { path: string; headers: http.IncomingHttpHeaders; body: Record<string, unknown> }[]
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    receiver.received.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(receiver.status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = { url, status: 200, received: [], close: () => void server.close().closeAllConnections() }
  return receiver
}

interface AskOptions {
  key?: string
  headers?: Record<string, string>
  body?: unknown
  raw?: string
}

interface CompatAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
  body: any
}

/** Opens a shop with the addresses that SDKs of other gateways are configured with. */
export async function createCompatShop(): Promise<CompatShop> {
  const receiver = await startReceiver()
  const settings = { MODULES: process.env.MODULES ?? 'all', OUTBOUND_ALLOW: new URL(receiver.url).host }
  const shop = await createTestShop({ settings })
  const server = http.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const compatUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = { ...shop.app, config: { ...shop.app.config, baseUrl: compatUrl } }
  const koa = new Koa()
  for (const router of [createSnapRouter(app), createCompatRouter(app)]) koa.use(router.routes())
  server.on('request', koa.callback())
  const newKey: CompatShop['newKey'] = (scopes, notifyUrl) =>
    createCompatKey(shop.app, { ...shop.demo, label: 'SDK', scopes, notifyUrl })
  const key = await newKey()
  const invoiceOf = async (id: string) => {
    const rows = await shop.app.sql.query<{ invoice_id: string }>(
      'select invoice_id from compat_charge where id = $1 or reference = $1',
      [id],
    )
    return rows[0]!.invoice_id
  }
  return {
    ...shop,
    receiver,
    compatUrl,
    key,
    newKey,
    invoiceOf,
    async ask(method, path, { key: asked = key, headers = {}, body, raw } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const authorization = `Basic ${Buffer.from(`${asked}:`).toString('base64')}`
      const answer = await fetch(`${compatUrl}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    },
    async pay(id) {
      await payInvoice(shop, await invoiceOf(id))
    },
    async notify() {
      while ((await sendNotifications(shop.app)) > 0);
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      receiver.close()
      await shop.close()
    },
  }
}
