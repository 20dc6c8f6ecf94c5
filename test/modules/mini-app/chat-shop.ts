import http from 'node:http'
import Koa from 'koa'
import { createAssetRouter } from '../../../src/web/parts/assets.ts'
import { createProductPictureRouter } from '../../../src/web/parts/product-picture.ts'
import { createPaymentRouter } from '../../../src/web/pay/payment-page.ts'
import { openStore, type Store } from '../../bot/store.ts'
import { moduleAdditions } from '../../kit/parts.ts'
import { findFreePort } from '../../kit/shop-process.ts'
import { catalog } from './stand.ts'

export interface ChatShop {
  store: Store
  /** The address of the pages. */
  pagesUrl: string
  close(): Promise<void>
}

/** Opens a shop with its bot, the local Bot API with its chat page, and the pages of the Mini App. */
export async function openChatShop(): Promise<ChatShop> {
  const port = await findFreePort()
  const pagesUrl = `http://localhost:${port}`
  const store = await openStore({ BASE_URL: pagesUrl })
  await store.sell(catalog)
  const { app } = store.shop
  const payment = createPaymentRouter(app)
  const modules = moduleAdditions.routers(app)
  const koa = new Koa()
  koa.silent = true
  const routers = [
    payment.router,
    ...modules.map(({ router }) => router),
    createProductPictureRouter(app),
    createAssetRouter(),
  ]
  for (const router of routers) koa.use(router.routes())
  const pages = koa.callback()
  // The sandbox creates codes with addresses below BASE_URL.
  const server = http.createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request
    if (!url.startsWith('/sandbox')) return pages(request, response)
    const asked = http.request(store.shop.url + url, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(asked)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    store,
    pagesUrl,
    async close() {
      payment.close()
      for (const { close } of modules) close?.()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await store.close()
    },
  }
}
