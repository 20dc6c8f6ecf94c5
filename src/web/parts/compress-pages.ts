import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type Koa from 'koa'

// Every request renders its page again, so a fast compression that leaves the page slightly larger saves much time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)]
const packers = {
  br: (text: string) => packBrotli(text, brotliOptions),
  gzip: (text: string) => packGzip(text),
}

/**
 * Compresses pages for payers on slow connections. Use it only for pages whose address contains all their secrets: the
 * size of other pages could reveal their content to an attacker, letter by letter.
 */
export const compressPages: Koa.Middleware = async (ctx, next) => {
  await next()
  const { body } = ctx
  if (typeof body !== 'string' || !ctx.response.is('html') || ctx.method === 'HEAD') return
  ctx.vary('Accept-Encoding')
  // Browsers list gzip first.
  const encoding = (['br', 'gzip'] as const).find(one => ctx.acceptsEncodings(one, 'identity') === one)
  if (!encoding) return
  ctx.body = await packers[encoding](body)
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('Content-Encoding', encoding)
}
