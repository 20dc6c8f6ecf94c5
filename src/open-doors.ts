import { apiRouter } from './api/endpoint.ts'
import { withEndpoints } from './api/index.ts'
import { openApiDocuments } from './api/openapi.ts'
import { demoFile } from './app.ts'
import { createDemoPayment } from './demo/create-demo-payment.ts'
import { enterDemo } from './demo/enter-demo.ts'
import { shownDemoKey } from './demo/shown-demo-key.ts'
import { hooksRouter } from './hooks/hooks.ts'
import type { HttpParts } from './http/serve-http.ts'
import type { Closing } from './lib/closing-order.ts'
import type { Added } from './modules/fold.ts'
import type { App } from './needs.ts'
import { type AddBot, addBotPage } from './web/dashboard/add-bot.ts'
import { apiDocumentsRouter } from './web/docs/api-documents.ts'
import { docsPages } from './web/docs/docs-page.ts'
import { forwarderPages } from './web/forwarder/forwarder-page.ts'
import { type DemoDoors, homePage } from './web/home/home-page.ts'
import { downloads, pages } from './web/pages.ts'
import { assetRouter } from './web/parts/assets.ts'
import { downloadsRouter } from './web/parts/download.ts'
import { pagesRouter } from './web/parts/pages-router.ts'
import { productPictureRouter } from './web/parts/product-picture.ts'
import { paymentPage } from './web/pay/payment-page.ts'
import { qrPictureRouter } from './web/pay/qr-picture.ts'
import { receiptPage } from './web/pay/receipt-page.ts'
import { providerReturnRouter } from './web/sign-in/provider-return.ts'

/** The parts from which the servers for people and backends are built. */
interface DoorParts {
  app: App
  addBot: AddBot
  closing: Closing
  added: Added
}

/** Opens the servers for people and backends. */
export function openDoors({ app, addBot, closing, added }: DoorParts): HttpParts['routers'] {
  const { config } = app
  const endpoints = withEndpoints(added.endpoints)
  const ofModules = added.routers(app)
  const page = paymentPage(app)
  const documents = openApiDocuments(endpoints, config.baseUrl)
  const docs = docsPages(documents, () => shownDemoKey(config, demoFile(config)))
  closing.add('pages that wait', () => {
    page.close()
    for (const { close } of ofModules) close?.()
  })
  return [
    apiRouter(app, endpoints),
    hooksRouter(app),
    page.router,
    receiptPage(app),
    forwarderPages(app),
    ...ofModules.map(({ router }) => router),
    qrPictureRouter(app),
    productPictureRouter(app),
    assetRouter(),
    apiDocumentsRouter(app, documents),
    providerReturnRouter(app),
    pagesRouter(app, [homePage(demoDoors(app)), ...docs, addBotPage(addBot), ...pages, ...added.pages]),
    downloadsRouter(app, [...downloads, ...added.downloads]),
  ]
}

/**
 * Returns the parts that visitors of the home page can try: none in production, and only the chat if strangers can
 * reach the demo.
 */
function demoDoors(app: App): DemoDoors {
  const { production, demoIsPublic, botToken, botApiUrl, roles } = app.config
  if (production || !roles.has('sandbox')) return {}
  const chatUrl = botToken ? undefined : `${botApiUrl}/`
  if (demoIsPublic) return { chatUrl }
  return { chatUrl, enter: visitor => enterDemo(app, visitor), createPayment: () => createDemoPayment(app) }
}
