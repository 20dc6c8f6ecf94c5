import Router from '@koa/router'
import type Koa from 'koa'
import { createRateLimit } from '../../../http/rate-limit.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { qrPng } from '../../../qris/picture.ts'
import { limitRate } from '../../../web/pay/limit-rate.ts'
import { waitForCode } from '../create-charge.ts'
import { findShownCharge } from '../find-charge.ts'
import { createDialectHandler } from './compat-door.ts'
import { midtrans, midtransPrefix } from './midtrans.ts'
import { refuseAsMidtrans } from './midtrans-refusals.ts'
import { xendit, xenditPrefix } from './xendit.ts'

const pictureWidthPx = 720

/** Handles the requests of other gateways' SDKs, including paths with a trailing slash or a literal `!`. */
export function createCompatRouter(app: App): Router {
  const router = new Router({ sensitive: true })
  const { picturesPerS } = app.config.limits
  const pictures = createRateLimit(picturesPerS, picturesPerS)
  router.get(`${midtransPrefix}/v2/qris/:id/qr-code`, limitRate(pictures), ctx =>
    sendQrPicture(app, ctx as Koa.Context, ctx.params.id!),
  )
  router.all(`${midtransPrefix}/{*rest}`, createDialectHandler(app, midtrans))
  router.all(`${xenditPrefix}/{*rest}`, createDialectHandler(app, xendit))
  return router
}

/** Sends the picture of an open transaction's code, protected only by its id, as at Midtrans. */
async function sendQrPicture(app: App, ctx: Koa.Context, id: string): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  try {
    const found = await findShownCharge(app, id)
    if (found?.payment.status !== 'pending') throw new Refusal('not_found', 'There is no open transaction')
    const picture = qrPng(await waitForCode(app, found.payment), { minPx: pictureWidthPx })
    ctx.type = 'png'
    ctx.body = picture
  } catch (error) {
    const { status, body } = refuseAsMidtrans(error, ctx.path)
    ctx.status = status
    ctx.body = body
  }
}
