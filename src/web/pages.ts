import Router from '@koa/router'
import type { Needs } from '../needs.ts'
import { assetRouter } from './assets.ts'
import { type HomePageOptions, homePageRouter } from './home-page.ts'
import { type PaymentPage, paymentPage } from './payment-page.ts'
import { notFoundPage } from './trouble-pages.ts'

type PagesNeeds = Needs<'sql' | 'now' | 'wake' | 'log' | 'config' | 'outbound'>

/** Everything that a browser sees, on one router, with a page for addresses that nobody answers. */
export function pages(app: PagesNeeds, options: HomePageOptions = {}): PaymentPage {
  const payment = paymentPage(app)
  const router = new Router()
  for (const part of [homePageRouter(app, options), assetRouter(), payment.router]) router.use(part.routes())
  router.get('/{*rest}', notFoundPage(app))
  return { router, close: payment.close }
}
