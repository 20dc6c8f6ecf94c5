import { buffer } from 'node:stream/consumers'
import Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../accounts/account.ts'
import type { Config } from '../../config.ts'
import { findImage } from '../../goods/find-goods.ts'
import type { GoodsStore } from '../../goods/goods-store.ts'
import { refusals } from '../../http/errors.ts'
import { writeRetryAfter } from '../../http/retry-after.ts'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import { Refusal } from '../../lib/refusal.ts'
import { sharp } from '../../lib/sharp.ts'
import type { Needs } from '../../needs.ts'
import { makePath } from './address.ts'

const keptS = 3600
const rememberedMax = 300
const quality = 74
const logoWidth = 160
/**
 * Each account resizes one picture at a time, and two are resized at once; requests beyond the queue are refused with a
 * time to retry.
 */
const turns = { width: 2, perKeyMax: 1, waitingPerKeyMax: 60, waitingMax: 300 }

/**
 * Serves `/images/<key>.jpg`, re-encoded pictures of products; `/images/<key>-160.webp` and `-640.webp` are smaller
 * ones for pages. `/logos/<key>.webp` is a merchant's logo. They are public to anyone with the address.
 */
export function createProductPictureRouter(app: Needs<'em' | 'goods'>): Router {
  const router = new Router()
  const drawSmall = smallPictures(app.goods)
  router.get(/^\/images\/([\w-]{22})(?:\.jpg|-(160|640)\.webp)$/, sayRefusal, async ctx => {
    const [storageKey, width] = ctx.captures as [string, string | undefined]
    const image = await findImage(app, storageKey).catch(error => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (!image) return
    // Not forever: a picture that its merchant disables disappears within the hour.
    ctx.set('Cache-Control', `public, max-age=${keptS}`)
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.type = width ? 'image/webp' : image.mimeType
    ctx.body = width
      ? await drawSmall(image.accountId, storageKey, Number(width))
      : await app.goods.open('images', storageKey)
  })
  router.get(/^\/logos\/([\w-]{22})\.webp$/, sayRefusal, async ctx => {
    const [logoKey] = ctx.captures as [string]
    const account = await app.em('installation').findOne(Account, { logoKey })
    if (!account) return
    ctx.set('Cache-Control', `public, max-age=${keptS}`)
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.type = 'image/webp'
    ctx.body = await drawSmall(account.id, logoKey, logoWidth)
  })
  return router
}

// The queue is full or the storage is unavailable: caches must not store this instead of the picture.
const sayRefusal: Koa.Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.status = refusals[error.code].status
    ctx.set('Cache-Control', 'no-store')
    writeRetryAfter(ctx, error)
    ctx.type = 'text'
    ctx.body = error.message
  }
}

/** Returns the address of a merchant's logo. */
export function logoPath(config: Pick<Config, 'baseUrl'>, logoKey: string): string {
  return makePath(config, `/logos/${logoKey}.webp`)
}

/** Returns the address of a picture for our own pages, in the width of its display. */
export function picturePath(config: Pick<Config, 'baseUrl'>, storageKey: string, width: 160 | 640): string {
  return makePath(config, `/images/${storageKey}-${width}.webp`)
}

/** Returns a function that resizes pictures on request, and caches the last few hundred. */
function smallPictures(goods: GoodsStore): (accountId: number, storageKey: string, width: number) => Promise<Buffer> {
  const lanes = createFairLanes(turns)
  const remembered = new Map<string, Promise<Buffer>>()
  return (accountId, storageKey, width) => {
    const key = `${width} ${storageKey}`
    const drawn = remembered.get(key) ?? lanes.run(accountId, () => drawThumbnail(goods, storageKey, width))
    remembered.delete(key)
    remembered.set(key, drawn)
    drawn.catch(() => remembered.delete(key))
    if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value!)
    return drawn
  }
}

async function drawThumbnail(goods: GoodsStore, storageKey: string, width: number): Promise<Buffer> {
  return sharp(await buffer(await goods.open('images', storageKey)))
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
}
