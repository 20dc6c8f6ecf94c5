import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type Koa from 'koa'

// A page is made anew for everybody, so a little of the size goes for a lot of the time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)]
const packers = {
  br: (text: string) => packBrotli(text, brotliOptions),
  gzip: (text: string) => packGzip(text),
}

/**
 * Compresses pages, for payers on slow lines. Only for pages that hold no secret but what their address says: the size
 * of others could tell a stranger, letter by letter, what is in them.
 */
export const compressed: Koa.Middleware = async (ctx, next) => {
  await next()
  const { body } = ctx
  if (typeof body !== 'string' || !ctx.response.is('html') || ctx.method === 'HEAD') return
  ctx.vary('Accept-Encoding')
  // Browsers name gzip first.
  const encoding = (['br', 'gzip'] as const).find(one => ctx.acceptsEncodings(one, 'identity') === one)
  if (!encoding) return
  ctx.body = await packers[encoding](body)
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('Content-Encoding', encoding)
}
