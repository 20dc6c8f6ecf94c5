import type Koa from 'koa'
import type { Refusal } from '../lib/refusal.ts'

/** Sets the time to retry, if a refusal knows it. */
export function writeRetryAfter(ctx: Koa.Context, refusal: Refusal | null | undefined): void {
  if (refusal?.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(refusal.retryAfterS)))
}
