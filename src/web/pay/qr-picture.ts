import Router from '@koa/router'
import type { Needs } from '../../needs.ts'
import { qrPng, qrSvg } from '../../qris/picture.ts'
import { findPictureCode } from '../../qris/picture-url.ts'

const pictureWidthPx = 720

/** Serves `/qr/<code>.<signature>.png` and `.svg`, the pictures in `qr_image_url` (contract 4.4). They need no key. */
export function createQrPictureRouter(app: Needs<'config' | 'seal'>): Router {
  const router = new Router()
  router.get(/^\/qr\/([\w-]{1,4096})\.([\w-]{16})\.(png|svg)$/, ctx => {
    const [name, mac, form] = ctx.captures as [string, string, 'png' | 'svg']
    const qris = findPictureCode(app, name, mac)
    if (qris === null) return
    // The picture of an address never changes.
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    ctx.type = form
    ctx.body = form === 'png' ? qrPng(qris, { minPx: pictureWidthPx }) : qrSvg(qris)
  })
  return router
}
