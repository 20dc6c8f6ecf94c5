import type Koa from 'koa'
import { findCallerAddress } from '../../http/caller-address.ts'
import type { RateLimit } from '../../http/rate-limit.ts'

/** Answers 429 with a time to retry to an address with more requests than the limit allows. */
export function limitRate(limit: RateLimit): Koa.Middleware {
  return (ctx, next) => {
    const { ok, resetS } = limit.take(findCallerAddress(ctx as Koa.Context))
    if (ok) return next()
    ctx.status = 429
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(resetS))))
    ctx.body = ''
  }
}
