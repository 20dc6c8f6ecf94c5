import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect } from 'vitest'
import { createApiRouter } from '../../src/api/endpoint.ts'
import { buildOpenApiDocuments } from '../../src/api/openapi.ts'
import { selectModules } from '../../src/app.ts'
import { drainBody } from '../../src/http/drain-body.ts'
import type { App } from '../../src/needs.ts'
import { type AddBot, createAddBotPage } from '../../src/web/dashboard/bots/add-bot.ts'
import { createForwarderRouter } from '../../src/web/forwarder/forwarder-page.ts'
import { createHomePage, type DemoDoors } from '../../src/web/home/home-page.ts'
import { pages as corePages } from '../../src/web/pages.ts'
import { createAssetRouter } from '../../src/web/parts/assets.ts'
import { createDownloadsRouter } from '../../src/web/parts/download.ts'
import { createPagesRouter } from '../../src/web/parts/pages-router.ts'
import { createProductPictureRouter } from '../../src/web/parts/product-picture.ts'
import { createNotFoundMiddleware } from '../../src/web/parts/trouble-pages.ts'
import { createPaymentRouter } from '../../src/web/pay/payment-page.ts'
import { createReceiptRouter } from '../../src/web/pay/receipt-page.ts'
import { createProviderReturnRouter } from '../../src/web/sign-in/provider-return.ts'
import { createTestShop, type TestShop, type TestShopOptions } from '../kit/app.ts'
import { downloads, endpoints, moduleAdditions, pages } from '../kit/parts.ts'
import { patientServerOptions } from '../kit/patient.ts'

export interface WebShop extends TestShop {
  /** The address of the pages; BASE_URL stays the shop's own address. */
  pagesUrl: string
  page(path: string, headers?: Record<string, string>, method?: string): Promise<PageAnswer>
  /** Creates a payment of the demo account in test mode, and returns its invoice id. */
  invoice(payment?: object): Promise<string>
  /** Sends the money of a payment, and lets the shop find it. */
  pay(invoiceId: string): Promise<void>
  /**
   * Runs rounds of work until it is done: an open page writes to its charge, and a round skips rows that are locked at
   * that moment.
   */
  workUntil(isDone: () => Promise<boolean>): Promise<void>
}

export interface PageAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  bytes: Buffer
}

/**
 * Creates a test shop that also serves its pages, with parts of the app replaced only for them. With `isHome`, BASE_URL
 * is their address, with a host name, as passkeys and identity providers require.
 */
export async function createWebShop(
  parts: Partial<App> = {},
  {
    isHome = false,
    addBot,
    demoKey = '',
    ...demo
  }: DemoDoors & { isHome?: boolean; addBot?: AddBot; demoKey?: string } = {},
  options: TestShopOptions = {},
): Promise<WebShop> {
  const shop = await createTestShop(options)
  const server = http.createServer(patientServerOptions)
  await new Promise<void>(resolve => server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve))
  const { port } = server.address() as AddressInfo
  const home = `http://localhost:${port}`
  const app = { ...shop.app, ...(isHome ? { config: { ...shop.app.config, baseUrl: home } } : {}), ...parts }
  const payment = createPaymentRouter(app)
  const { MODULES } = options.settings ?? {}
  const own = MODULES === undefined ? moduleAdditions : selectModules({ modules: MODULES })
  const ofModules = own.routers(app)
  const koa = new Koa()
  koa.silent = true
  koa.use(createNotFoundMiddleware(app))
  const documents = buildOpenApiDocuments({ endpoints, outward: own.outward }, app.config.baseUrl)
  const documented = own.documents(app, { documents, demoKey: () => demoKey })
  const routers = [
    createApiRouter(app, endpoints),
    payment.router,
    createReceiptRouter(app),
    createForwarderRouter(app),
    ...ofModules.map(({ router }) => router),
    createProductPictureRouter(app),
    ...documented.map(({ router }) => router),
    createAssetRouter(),
    createProviderReturnRouter(app),
    createPagesRouter(app, [
      createHomePage(demo),
      ...documented.flatMap(({ pages: ofDocuments }) => ofDocuments),
      ...(addBot ? [createAddBotPage(addBot)] : []),
      ...(own === moduleAdditions ? pages : [...corePages, ...own.pages]),
    ]),
    createDownloadsRouter(app, downloads),
  ]
  for (const router of routers) koa.use(router.routes())
  server.on('request', (request, response) => drainBody(request, response))
  server.on('request', koa.callback())
  return {
    ...shop,
    app,
    pagesUrl: isHome ? home : `http://127.0.0.1:${port}`,
    page: (path, headers = {}, method = 'GET') => ask({ port, path, headers, method }),
    async invoice(payment = {}) {
      const answer = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'qris', ...payment } })
      return answer.body.data.invoice_id
    },
    async pay(invoiceId) {
      await shop.sandbox('/transfers', { invoice_id: invoiceId })
      await shop.hurry()
      await shop.work()
    },
    async workUntil(isDone) {
      const round = async () => {
        await shop.hurry()
        await shop.work()
        return isDone()
      }
      await expect.poll(round, { timeout: 30_000, interval: 100 }).toBe(true)
    },
    async close() {
      payment.close()
      for (const { close } of ofModules) close?.()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await shop.close()
    },
  }
}

// Sends Path and Host exactly as written, which fetch would not do.
async function ask(request: { port: number; path: string; headers: object; method: string }): Promise<PageAnswer> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { headers, ...rest } = request
    http
      .request({ host: '127.0.0.1', ...rest, headers: { ...headers } })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
  const bytes = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode!, headers: answer.headers, text: bytes.toString(), bytes }
}
