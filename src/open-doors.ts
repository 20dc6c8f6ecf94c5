import { createApiRouter } from './api/endpoint.ts'
import { mergeEndpoints } from './api/index.ts'
import { buildOpenApiDocuments } from './api/openapi.ts'
import { demoFilePath } from './app.ts'
import { chooseShownDemoKey } from './demo/choose-shown-demo-key.ts'
import { createDemoPayment } from './demo/create-demo-payment.ts'
import { enterDemo } from './demo/enter-demo.ts'
import { createHooksRouter } from './hooks/hooks.ts'
import type { HttpParts } from './http/serve-http.ts'
import type { ClosingOrder } from './lib/closing-order.ts'
import type { ModuleAdditions } from './modules/fold.ts'
import type { App } from './needs.ts'
import { type AddBot, createAddBotPage } from './web/dashboard/bots/add-bot.ts'
import { createForwarderRouter } from './web/forwarder/forwarder-page.ts'
import { createHomePage, type DemoDoors } from './web/home/home-page.ts'
import { downloads, pages } from './web/pages.ts'
import { createAssetRouter } from './web/parts/assets.ts'
import { createDownloadsRouter } from './web/parts/download.ts'
import { createPagesRouter } from './web/parts/pages-router.ts'
import { createProductPictureRouter } from './web/parts/product-picture.ts'
import { createPaymentRouter } from './web/pay/payment-page.ts'
import { createQrPictureRouter } from './web/pay/qr-picture.ts'
import { createReceiptRouter } from './web/pay/receipt-page.ts'
import { createProviderReturnRouter } from './web/sign-in/provider-return.ts'

/** The parts from which the servers for people and backends are built. */
interface DoorParts {
  app: App
  addBot: AddBot
  closing: ClosingOrder
  added: ModuleAdditions
}

/** Opens the servers for people and backends. */
export function openDoors({ app, addBot, closing, added }: DoorParts): HttpParts['routers'] {
  const { config } = app
  const endpoints = mergeEndpoints(added.endpoints)
  const ofModules = added.routers(app)
  const page = createPaymentRouter(app)
  const documented = added.documents(app, {
    documents: buildOpenApiDocuments({ endpoints, outward: added.outward }, config.baseUrl),
    demoKey: () => chooseShownDemoKey(config, demoFilePath(config)),
  })
  closing.add('pages that wait', () => {
    page.close()
    for (const { close } of ofModules) close?.()
  })
  return [
    createApiRouter(app, endpoints),
    createHooksRouter(app),
    page.router,
    createReceiptRouter(app),
    createForwarderRouter(app),
    ...ofModules.map(({ router }) => router),
    createQrPictureRouter(app),
    createProductPictureRouter(app),
    createAssetRouter(),
    ...documented.map(({ router }) => router),
    createProviderReturnRouter(app),
    createPagesRouter(app, [
      createHomePage(demoDoors(app)),
      ...documented.flatMap(({ pages }) => pages),
      createAddBotPage(addBot),
      ...pages,
      ...added.pages,
    ]),
    createDownloadsRouter(app, [...downloads, ...added.downloads]),
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
