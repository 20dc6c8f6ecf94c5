import Router from '@koa/router'
import type Koa from 'koa'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Needs } from '../../needs.ts'
import { findCompleteReceipt } from '../../orders/receipts/receipt-facts.ts'
import { findReceiptNumber } from '../../orders/receipts/receipt-token.ts'
import { qrSvg } from '../../qris/picture.ts'
import { pageHeaders, sendPage } from '../parts/frame.ts'
import { chooseLanguage } from '../parts/language.ts'
import { handleTrouble, renderUnknownReceipt } from '../parts/trouble-pages.ts'
import { limitRate } from './limit-rate.ts'
import { receiptTexts } from './receipt-texts.ts'
import { findReceiptWord, receiptView } from './receipt-view.ts'

// A market's sellers may share one address, and each views a receipt now and then.
const asksPerS = 5
const asksBurst = 60

type PageNeeds = Needs<'em' | 'seal' | 'now' | 'log' | 'config' | 'slots'>

/**
 * Serves `/receipt/<token>`, on which anyone can verify a receipt of this shop, and the code that leads there. Viewing
 * changes nothing.
 */
export function createReceiptRouter(app: PageNeeds): Router {
  const asks = createRateLimit(asksPerS, asksBurst)
  const pictures = createRateLimit(asksPerS, asksBurst)
  const router = new Router()
  router.use(['/receipt/:name'], pageHeaders, handleTrouble(app))
  router.get(/^\/receipt\/([\w-]{22})\.svg$/, limitRate(pictures), ctx =>
    showCode(app, ctx as Koa.Context, ctx.captures![0]!),
  )
  router.get('/receipt/:token', limitRate(asks), ctx => showReceipt(app, ctx as Koa.Context, ctx.params.token!))
  return router
}

async function showReceipt(app: PageNeeds, ctx: Koa.Context, token: string): Promise<void> {
  const receipt = await findCompleteReceipt(app, token)
  if (!receipt) return renderUnknownReceipt(app, ctx)
  const language = chooseLanguage(ctx)
  const say = receiptTexts[language]
  sendPage(ctx, app.config, {
    language,
    title: say.title(receipt.shop.name),
    summary: say[findReceiptWord(receipt)],
    body: receiptView({ config: app.config, language, receipt, now: app.now() }),
    here: { path: `/receipt/${token}`, query: {} },
  })
}

function showCode(app: PageNeeds, ctx: Koa.Context, token: string): void {
  if (findReceiptNumber(app.seal, token) === null) return
  // The code of an address never changes.
  ctx.set('Cache-Control', 'private, max-age=31536000, immutable')
  ctx.type = 'image/svg+xml'
  ctx.body = qrSvg(`${app.config.baseUrl}/receipt/${token}`)
}
