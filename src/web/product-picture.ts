import { createReadStream } from 'node:fs'
import Router from '@koa/router'
import { findImage } from '../goods/find-goods.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

const keptS = 3600

/** `/images/<key>.jpg`: pictures of products, drawn anew when they came in. Everybody who has the address sees one. */
export function productPictureRouter(app: Needs<'em' | 'config'>): Router {
  const router = new Router()
  router.get(/^\/images\/([\w-]{22})\.jpg$/, async ctx => {
    const image = await findImage(app, (ctx.captures as [string])[0]).catch(error => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (!image) return
    // Not for ever: a picture that its merchant switches off is gone within the hour.
    ctx.set('Cache-Control', `public, max-age=${keptS}`)
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.type = image.mimeType
    ctx.body = createReadStream(image.path)
  })
  return router
}
