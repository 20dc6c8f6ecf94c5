import type Router from '@koa/router'
import type Koa from 'koa'
import { Account } from '../../../accounts/account.ts'
import type { Config } from '../../../config.ts'
import { refusals } from '../../../http/errors.ts'
import { writeRetryAfter } from '../../../http/retry-after.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { createMenuPictures } from '../draw-cover.ts'
import { findMenu, findMenuByCover } from '../find-menu.ts'
import type { ShownShop } from './shown-menu.ts'

/** Returns the address of a menu page's cover picture; it changes with the picture. */
export function coverPath(config: Pick<Config, 'baseUrl'>, coverKey: string): string {
  return makePath(config, `/m/cover/${coverKey}.webp`)
}

/** Returns the absolute address of the picture that chats show below a link to a menu page. */
export function sharePath(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { slug, coverKey, logo, colour }: Pick<ShownShop, 'slug' | 'coverKey' | 'logo' | 'colour'>,
): string {
  return `${baseUrl}/m/${slug}/share.jpg?v=${coverKey ?? logo ?? colour}`
}

const keptS = 86_400

/** Serves `/m/cover/<key>.webp` and `/m/<slug>/share.jpg`, the pictures of menu pages, to anyone with the address. */
export function addMenuPictureRoutes(app: App, router: Router): void {
  const pictures = createMenuPictures(app)
  router.get(/^\/m\/cover\/([\w-]{22})\.webp$/, async ctx => {
    const [coverKey] = (ctx as unknown as { captures: [string] }).captures
    const page = await findMenuByCover(app, coverKey)
    if (page) await sendPicture(ctx as Koa.Context, 'image/webp', () => pictures.cover(page))
  })
  router.get('/m/:slug/share.jpg', async ctx => {
    const { slug } = (ctx as unknown as { params: { slug: string } }).params
    const page = await findMenu(app, slug)
    if (!page) return
    const { displayName: name, logoKey } = await app
      .em({ accountId: page.accountId })
      .findOneOrFail(Account, page.accountId)
    await sendPicture(ctx as Koa.Context, 'image/jpeg', () => pictures.share(page, { name, logoKey }))
  })
}

// The queue is full or the storage is unavailable: caches must not store this instead of the picture.
async function sendPicture(ctx: Koa.Context, type: string, draw: () => Promise<Buffer>): Promise<void> {
  try {
    ctx.body = await draw()
    ctx.type = type
    ctx.set('Cache-Control', `public, max-age=${keptS}`)
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.status = refusals[error.code].status
    writeRetryAfter(ctx, error)
    ctx.type = 'text'
    ctx.body = error.message
  }
}
